/* Characters of what people write: UTF-8, spaces, and what must not be shown. */
#include "server/letters.h"

#include <string.h>

int letter_decode(const char *text, uint32_t *out) {
    const uint8_t *byte = (const uint8_t *)text;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int length = byte[0] < 0x80   ? 1
                 : byte[0] < 0xC2 ? 0
                 : byte[0] < 0xE0 ? 2
                 : byte[0] < 0xF0 ? 3
                 : byte[0] < 0xF5 ? 4
                                  : 0;
    if (length < 2) {
        *out = byte[0];
        return length;
    }
    uint32_t value = byte[0] & (0x7Fu >> length);
    for (int i = 1; i < length; i++) {
        if ((byte[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < least[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return 0;
    *out = value;
    return length;
}

int letter_encode(uint32_t character, char out[4]) {
    if (character < 0x80) {
        out[0] = (char)character;
        return 1;
    }
    int length = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    for (int i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (char)((0xF00 >> length & 0xF0) | character);
    return length;
}

bool letter_in(const letter_range *ranges, size_t count, uint32_t character) {
    for (size_t i = 0; i < count; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) return true;
    }
    return false;
}

bool letter_is_space(uint32_t character) {
    static const letter_range spaces[] = {{' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680},
                                          {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F},
                                          {0x3000, 0x3000}};
    return letter_in(spaces, sizeof spaces / sizeof *spaces, character);
}

bool letter_is_unfit(uint32_t character) {
    static const letter_range unfit[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},
        {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F}, {0x200B, 0x200F},   {0x2028, 0x202E},
        {0x2060, 0x206F}, {0x2800, 0x2800}, {0x3164, 0x3164}, {0xE000, 0xF8FF},   {0xFDD0, 0xFDEF},
        {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1D173, 0x1D17A}, {0xE0000, 0x10FFFF},
    };
    return letter_in(unfit, sizeof unfit / sizeof *unfit, character) || (character & 0xFFFE) == 0xFFFE;
}

/* What is not to be said: control characters, direction marks and overrides, other invisible commands,
 * private use. */
static bool is_command(uint32_t character) {
    static const letter_range commands[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},      {0x200E, 0x200F},
        {0x202A, 0x202E}, {0x2060, 0x206F}, {0xE000, 0xF8FF},    {0xFDD0, 0xFDEF},
        {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xE0000, 0x10FFFF},
    };
    return letter_in(commands, sizeof commands / sizeof *commands, character) ||
           (character & 0xFFFE) == 0xFFFE;
}

static bool breaks_line(uint32_t character) {
    return (character >= '\t' && character <= '\r') || character == 0x85 || character == 0x2028 ||
           character == 0x2029;
}

void chat_clean(char *text) {
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        uint32_t character;
        int length = letter_decode(from, &character);
        if (length == 0) { /* not UTF-8: it cannot be shown */
            from++;
            continue;
        }
        if (breaks_line(character)) {
            *to++ = ' ';
        } else if (!is_command(character)) {
            memmove(to, from, (size_t)length);
            to += length;
        }
        from += length;
    }
    *to = '\0';
}
