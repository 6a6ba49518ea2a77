/* SHA-1 (FIPS 180-4, RFC 3174), for the handshake of websockets alone: RFC 6455 wants it there, where it
 * protects nothing. It is broken for everything else, and libsodium rightly has none. */
#ifndef TAPETE_SHA1_H
#define TAPETE_SHA1_H

#include <stddef.h>
#include <stdint.h>

enum { SHA1_SIZE = 20 };

void sha1(const void *bytes, size_t size, uint8_t digest[SHA1_SIZE]);

#endif
