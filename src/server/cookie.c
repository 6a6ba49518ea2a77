/* The cookie: who somebody is, signed, so that nothing has to be kept for a guest.
 *
 * It is ID.SIGNIN.MAC. The MAC covers both, under a key that never leaves the server; the number of the sign-in goes up when an
 * account signs out or gets another password, which makes older cookies void. */
#include "server/requests.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { MAC_DIGITS = 2 * crypto_auth_BYTES, NUMBER_DIGITS = 18 };

_Static_assert(crypto_auth_KEYBYTES == STORE_SECRET_SIZE, "the key of the cookies is a secret of the store");

static const char cookie_name[] = "tapete", domain[] = "tapete cookie 1";

bool is_id(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length < ID_SIZE && text[length] == '\0';
}

static void sign(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, uint8_t mac[crypto_auth_BYTES]) {
    char signed_text[sizeof domain + ID_SIZE + NUMBER_DIGITS + 4];
    int length = snprintf(signed_text, sizeof signed_text, "%s%s.%lld", domain, cookie->id,
                          (long long)cookie->sign_in);
    crypto_auth(mac, (const uint8_t *)signed_text, (unsigned long long)length, key);
}

void cookie_write(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, char out[COOKIE_SIZE]) {
    uint8_t mac[crypto_auth_BYTES];
    char digits[MAC_DIGITS + 1];
    sign(key, cookie, mac);
    sodium_bin2hex(digits, sizeof digits, mac, sizeof mac);
    snprintf(out, COOKIE_SIZE, "%s.%lld.%s", cookie->id, (long long)cookie->sign_in, digits);
}

/* Only the one way in which a number is written: no sign, no leading zero. */
static bool read_number(const char *text, size_t length, int64_t *out) {
    if (length == 0 || length > NUMBER_DIGITS || (text[0] == '0' && length > 1)) return false;
    *out = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *out = *out * 10 + (text[i] - '0');
    }
    return true;
}

static bool read_value(const uint8_t key[STORE_SECRET_SIZE], const char *value, size_t length, cookie *out) {
    char text[COOKIE_SIZE];
    if (length >= sizeof text) return false;
    memcpy(text, value, length);
    text[length] = '\0';
    char *number = strchr(text, '.'), *digits = number == NULL ? NULL : strchr(number + 1, '.');
    if (digits == NULL) return false;
    *number++ = '\0';
    *digits++ = '\0';
    cookie read = {0};
    if (!is_id(text) || !read_number(number, strlen(number), &read.sign_in)) return false;
    memcpy(read.id, text, strlen(text) + 1); /* it fits: it is an id */
    uint8_t given[crypto_auth_BYTES], right[crypto_auth_BYTES];
    size_t given_length = 0;
    if (strlen(digits) != MAC_DIGITS || strspn(digits, "0123456789abcdef") != MAC_DIGITS ||
        sodium_hex2bin(given, sizeof given, digits, MAC_DIGITS, NULL, &given_length, NULL) != 0 ||
        given_length != sizeof given) {
        return false;
    }
    sign(key, &read, right);
    if (sodium_memcmp(given, right, sizeof right) != 0) return false;
    *out = read;
    return true;
}

bool cookie_read(const uint8_t key[STORE_SECRET_SIZE], const char *header, cookie *out) {
    const size_t name_length = sizeof cookie_name - 1;
    for (const char *piece = header; *piece != '\0';) {
        piece += strspn(piece, " \t;");
        size_t length = strcspn(piece, ";"), trimmed = length;
        while (trimmed > 0 && (piece[trimmed - 1] == ' ' || piece[trimmed - 1] == '\t')) trimmed--;
        if (trimmed > name_length && memcmp(piece, cookie_name, name_length) == 0 &&
            piece[name_length] == '=' &&
            read_value(key, piece + name_length + 1, trimmed - name_length - 1, out)) {
            return true;
        }
        piece += length;
    }
    return false;
}
