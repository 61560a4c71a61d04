#!/usr/bin/env python3
"""Writes the texts of this folder: references and outputs of systems that never existed, in three languages.

    python tests/data/made-texts/make.py          writes them again, the same to the byte

Sentences come from a small grammar with the things that tokenizers differ in: numbers with commas and points, abbreviations,
hyphens, quotes of several kinds, entities, apostrophes, symbols, URLs, Chinese characters without blanks. References B and C say the
same in other words. A system is a reference whose words are dropped, doubled, exchanged, moved, or written in another case, each at
its own rate; a few segments are empty.
"""

import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
SEGMENTS = 240

EN = {
    "who": [["the minister", "the secretary"], ["a small team", "a group of engineers"], ["Ms. O'Neill", "Mrs. O'Neill"],
            ["the U.S. company", "the American firm"], ["our neighbours", "the people next door"], ["nobody", "no one"],
            ["the 21-year-old", "the young player"], ["Dr. Novák", "the doctor"]],
    "did": [["bought", "acquired"], ["did not want", "refused"], ["has translated", "translated"], ["won't forget", "will remember"],
            ["measured", "recorded"], ["sold", "gave away"], ["re-opened", "opened again"]],
    "what": [["3,500 books", "three and a half thousand books"], ["the old bridge", "the bridge"], ["a \"new\" house", "a so-called new house"],
             ["12.5 % of the shares", "an eighth of the shares"], ["two well-known songs", "two famous songs"],
             ["R&D &amp; sales", "research and sales"], ["the e-mail (twice)", "the message, twice"], ["€40", "40 euros"]],
    "when": [["yesterday", "the day before"], ["in 2019", "that year"], ["at 7:30 p.m.", "in the evening"], ["last week", "a few days ago"],
             ["on 3/4/2021", "in spring"], ["after the war", "when the war was over"]],
    "why": [["because it was cheap", "as it cost little"], ["to help others", "in order to help"], ["— so they say", "or so it is said"],
            ["; see https://example.org/a-b", "; see the page"], ["... perhaps", "maybe"], ["despite the rain", "although it rained"]],
}
DE = {
    "who": [["der Minister", "der Ressortchef"], ["ein kleines Team", "eine Gruppe von Ingenieuren"], ["Frau Müller-Lüdenscheidt", "Frau Müller"],
            ["die Firma", "das Unternehmen"], ["unsere Nachbarn", "die Leute von nebenan"], ["niemand", "keiner"],
            ["der 21-Jährige", "der junge Spieler"], ["Dr. Groß", "der Arzt"]],
    "did": [["kaufte", "erwarb"], ["wollte nicht", "verweigerte"], ["übersetzte", "übertrug"], ["vergisst", "verliert"],
            ["maß", "erfasste"], ["verkaufte", "veräußerte"], ["eröffnete", "öffnete"]],
    "what": [["3.500 Bücher", "dreieinhalbtausend Bücher"], ["die alte Brücke", "die Brücke"], ["ein „neues“ Haus", "ein sogenanntes neues Haus"],
             ["12,5 % der Aktien", "ein Achtel der Aktien"], ["zwei bekannte Lieder", "zwei berühmte Lieder"],
             ["F&E &amp; Vertrieb", "Forschung und Vertrieb"], ["die E-Mail (zweimal)", "die Nachricht, zweimal"], ["40 €", "40 Euro"]],
    "when": [["gestern", "am Tag davor"], ["2019", "in jenem Jahr"], ["um 19:30 Uhr", "am Abend"], ["letzte Woche", "vor ein paar Tagen"],
             ["am 3.4.2021", "im Frühling"], ["nach dem Krieg", "als der Krieg vorbei war"]],
    "why": [["weil es billig war", "da es wenig kostete"], ["um anderen zu helfen", "zur Hilfe"], ["– so sagt man", "wie es heißt"],
            ["; siehe https://example.org/a-b", "; siehe die Seite"], ["… vielleicht", "möglicherweise"], ["trotz des Regens", "obwohl es regnete"]],
}
ZH = {
    "who": [["部长", "主任"], ["一个小团队", "一组工程师"], ["王小姐", "王女士"], ["美国公司", "那家公司"], ["我们的邻居", "隔壁的人"], ["没有人", "谁都没"]],
    "did": [["买了", "购买了"], ["不想要", "拒绝了"], ["翻译了", "译出了"], ["测量了", "记录了"], ["卖掉了", "出售了"]],
    "what": [["3,500本书", "三千五百本书"], ["那座旧桥", "那座桥"], ["“新”房子", "所谓的新房子"], ["12.5%的股份", "八分之一的股份"],
             ["两首ABC的歌", "两首名歌"], ["40元", "四十元"]],
    "when": [["昨天", "前一天"], ["在2019年", "那一年"], ["上周", "几天前"], ["战后", "战争结束后"]],
    "why": [["因为便宜", "因为不贵"], ["，为了帮助别人", "，为了帮忙"], ["……也许", "大概"], ["，虽然下雨", "，尽管下雨"]],
}
SYSTEMS = {"one": (0.05, 0.05, 0.03), "two": (0.06, 0.05, 0.03), "three": (0.06, 0.06, 0.04), "four": (0.07, 0.07, 0.04), "five": (0.3, 0.3, 0.2)}
"""Shares of words that are dropped, written otherwise, and moved: the first four are near each other, so that tests differ."""


def sentences(grammar, blank, references, draw):
    """Of each segment its references, the first the plainest, and the words that a system could have chosen."""
    for _ in range(SEGMENTS):
        slots = [draw.choice(grammar[name]) for name in ("when", "who", "did", "what", "why")[draw.randrange(2):]]
        slots = slots[: draw.randrange(3, len(slots) + 1)]
        end = draw.choice([".", ".", ".", "!", "?", "。" if not blank else "..."])
        texts = []
        for reference in range(references):
            chosen = [slot[0 if reference == 0 else draw.randrange(2)] for slot in slots]
            text = blank.join(chosen).replace(" ;", ";")
            texts.append((text[:1].upper() + text[1:] if blank else text) + end)
        yield texts


def damaged(text, blank, rates, draw):
    drop, change, move = rates
    words = text.split(" ") if blank else list(text)
    kept = []
    for word in words:
        if draw.random() < drop:
            continue
        if draw.random() < change:
            word = draw.choice([word.upper(), word.lower(), word[::-1], word + blank + word, draw.choice(words)])
        kept.append(word)
    for place in range(1, len(kept)):
        if draw.random() < move:
            kept[place - 1], kept[place] = kept[place], kept[place - 1]
    return blank.join(kept)


def write(folder, language, grammar, blank, references, seed):
    draw = random.Random(seed)
    made = list(sentences(grammar, blank, references, draw))
    folder = HERE / folder
    folder.mkdir(exist_ok=True)
    for number, name in enumerate("ABC"[:references]):
        (folder / f"ref.{name}.{language}").write_text("".join(texts[number] + "\n" for texts in made), encoding="utf-8")
    for system, rates in SYSTEMS.items():
        lines = [damaged(draw.choice(texts), blank, rates, draw) for texts in made]
        lines[draw.randrange(SEGMENTS)] = ""
        (folder / f"sys.{system}.{language}").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


write("de-en", "en", EN, " ", 2, 1)
write("en-de", "de", DE, " ", 3, 2)
write("en-zh", "zh", ZH, "", 1, 3)
