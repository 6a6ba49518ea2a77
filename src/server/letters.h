/* Characters of what people write: which are kept in names and in chat. */
#ifndef TAPETE_SERVER_LETTERS_H
#define TAPETE_SERVER_LETTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next character of UTF-8 that ends with a NUL, and how many bytes it has; 0 if it is not valid. */
int letter_decode(const char *text, uint32_t *out);
/* Writes one character, which is valid; how many bytes. */
int letter_encode(uint32_t character, char out[4]);

typedef struct letter_range {
    uint32_t first, last;
} letter_range;
bool letter_in(const letter_range *ranges, size_t count, uint32_t character);

bool letter_is_space(uint32_t character);
/* True for what shows nothing or changes how other characters are shown: two names that differ by it could
 * look alike. */
bool letter_is_unfit(uint32_t character);

/* What a person said, without control and direction characters: line breaks and tabs become spaces, the
 * others go. Joiners stay, which some scripts and emoji need. In place. */
void chat_clean(char *text);

#endif
