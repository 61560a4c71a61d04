// Elements, made in one call.

type Child = Node | string;

/** Makes an element with attributes; `true` is an attribute without a value, `false` none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string | boolean> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...children);
  return made;
}

/** Copies a text, and says so on the button for two seconds. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "copy" }, label);
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(text()).then(
      () => say("Copied"),
      () => say("Copying is not allowed here"),
    );
  });
  function say(text: string): void {
    button.textContent = text;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  }
  return button;
}
