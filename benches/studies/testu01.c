/* A battery of TestU01 (L'Ecuyer and Simard 2007) on 32-bit words from standard input, little end first:
 *
 *     stream | testu01 [small|crush] [reversed]
 *
 * `reversed` turns the bits of every word round, so that low bits are judged like high ones.
 * TestU01 prints its own report; a p-value outside [0.001, 0.999] is listed in its summary.
 * Build: gcc -O2 -o testu01 testu01.c -ltestu01 -lprobdist -lmylib -lm */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bbattery.h"
#include "swrite.h"
#include "unif01.h"

static unsigned char words[1 << 18];
static size_t used, held;
static int reversed;

static unsigned int next_word(void)
{
    uint32_t word;
    if (used == held) {
        used = 0;
        held = fread(words, 1, sizeof words, stdin) / 4 * 4;
        if (held == 0) {
            fputs("testu01: standard input ended before the battery did\n", stderr);
            exit(2);
        }
    }
    word = words[used] | words[used + 1] << 8 | words[used + 2] << 16 | (uint32_t)words[used + 3] << 24;
    used += 4;
    if (reversed) {
        word = word >> 16 | word << 16;
        word = (word & 0xff00ff00) >> 8 | (word & 0x00ff00ff) << 8;
        word = (word & 0xf0f0f0f0) >> 4 | (word & 0x0f0f0f0f) << 4;
        word = (word & 0xcccccccc) >> 2 | (word & 0x33333333) << 2;
        word = (word & 0xaaaaaaaa) >> 1 | (word & 0x55555555) << 1;
    }
    return word;
}

int main(int count, char **arguments)
{
    int crush = 0, i;
    unif01_Gen *generator;
    for (i = 1; i < count; i++) {
        if (strcmp(arguments[i], "crush") == 0)
            crush = 1;
        else if (strcmp(arguments[i], "reversed") == 0)
            reversed = 1;
        else if (strcmp(arguments[i], "small") != 0) {
            fprintf(stderr, "testu01: %s: expected small, crush or reversed\n", arguments[i]);
            return 2;
        }
    }
    swrite_Basic = FALSE;
    generator = unif01_CreateExternGenBits("standard input", next_word);
    if (crush)
        bbattery_Crush(generator);
    else
        bbattery_SmallCrush(generator);
    unif01_DeleteExternGenBits(generator);
    return 0;
}
