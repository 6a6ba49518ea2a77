/* SHA-1: blocks of 64 bytes, 80 steps each. */
#include "net/sha1.h"

#include <string.h>

enum { BLOCK = 64, LENGTH = 8, WORDS = 5, STEPS = 80 };

static uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static void put_bytes(uint8_t *to, uint64_t number, int count) {
    for (int i = count; i-- > 0; number >>= 8) to[i] = (uint8_t)number;
}

static void take_block(uint32_t sum[WORDS], const uint8_t *block) {
    uint32_t words[STEPS];
    for (int i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 |
                   (uint32_t)block[3];
    for (int i = 16; i < STEPS; i++)
        words[i] = rotate(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    uint32_t a = sum[0], b = sum[1], c = sum[2], d = sum[3], e = sum[4];
    for (int i = 0; i < STEPS; i++) {
        uint32_t mixed;
        if (i < 20) {
            mixed = ((b & c) | (~b & d)) + 0x5a827999;
        } else if (i < 40) {
            mixed = (b ^ c ^ d) + 0x6ed9eba1;
        } else if (i < 60) {
            mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
        } else {
            mixed = (b ^ c ^ d) + 0xca62c1d6;
        }
        mixed += rotate(a, 5) + e + words[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = mixed;
    }
    sum[0] += a;
    sum[1] += b;
    sum[2] += c;
    sum[3] += d;
    sum[4] += e;
}

void sha1(const void *bytes, size_t size, uint8_t digest[SHA1_SIZE]) {
    uint32_t sum[WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const uint8_t *at = bytes;
    size_t left = size;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) take_block(sum, at);
    /* The rest, a bit that ends it, and the number of bits at the end of the last block. */
    uint8_t last[2 * BLOCK] = {0};
    size_t last_size = left + 1 + LENGTH <= BLOCK ? BLOCK : 2 * BLOCK;
    if (left > 0) memcpy(last, at, left);
    last[left] = 0x80;
    put_bytes(last + last_size - LENGTH, (uint64_t)size * 8, LENGTH);
    for (size_t i = 0; i < last_size; i += BLOCK) take_block(sum, last + i);
    for (size_t i = 0; i < WORDS; i++) put_bytes(digest + 4 * i, sum[i], 4);
}
