/* The cookie: who a person is, signed, so that nothing has to be kept for a guest.
 *
 * It is 2.ID.SIGNIN.SESSION.ISSUED.MAC. The MAC covers all of it, under a key that never leaves the server.
 * SESSION is the device on which an account is signed in, "0" for guests; the number of the sign-in goes up
 * when a guest signs out or an account signs out everywhere, which makes older cookies void. ISSUED is the
 * hour of the server's uptime: a cookie has an age, and no clock on a wall makes it older. Earlier versions
 * wrote ID.SIGNIN.MAC, which still counts, as issued in hour 0. */
#include "server/requests.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { MAC_DIGITS = 2 * crypto_auth_BYTES, NUMBER_DIGITS = 18 };

_Static_assert(crypto_auth_KEYBYTES == STORE_SECRET_SIZE, "the key of the cookies is a secret of the store");

static const char old_domain[] = "tapete cookie 1", domain[] = "tapete cookie 2";
static const char *const cookie_names[] = {"__Host-tapete",
                                           "tapete"}; /* the first is for TLS, and counts first */

bool is_id(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_");
    return length > 0 && length < ID_SIZE && text[length] == '\0';
}

/* What is signed, and stands before the MAC. */
static void write_front(const cookie *cookie, char out[COOKIE_SIZE]) {
    if (cookie->is_old) {
        snprintf(out, COOKIE_SIZE, "%s.%lld", cookie->id, (long long)cookie->sign_in);
    } else {
        snprintf(out, COOKIE_SIZE, "2.%s.%lld.%s.%lld", cookie->id, (long long)cookie->sign_in,
                 cookie->session[0] != '\0' ? cookie->session : "0", (long long)cookie->issued_h);
    }
}

static void sign(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, uint8_t mac[crypto_auth_BYTES]) {
    char front[COOKIE_SIZE], signed_text[sizeof domain + COOKIE_SIZE];
    write_front(cookie, front);
    int length =
        snprintf(signed_text, sizeof signed_text, "%s%s", cookie->is_old ? old_domain : domain, front);
    crypto_auth(mac, (const uint8_t *)signed_text, (unsigned long long)length, key);
}

void cookie_write(const uint8_t key[STORE_SECRET_SIZE], const cookie *cookie, char out[COOKIE_SIZE]) {
    uint8_t mac[crypto_auth_BYTES];
    char front[COOKIE_SIZE], digits[MAC_DIGITS + 1];
    sign(key, cookie, mac);
    sodium_bin2hex(digits, sizeof digits, mac, sizeof mac);
    write_front(cookie, front);
    snprintf(out, COOKIE_SIZE, "%.*s.%s", COOKIE_SIZE - MAC_DIGITS - 2, front, digits);
}

/* Only the one way in which a number is written: no sign, no leading zero. */
static bool read_number(const char *text, int64_t *out) {
    size_t length = strlen(text);
    if (length == 0 || length > NUMBER_DIGITS || (text[0] == '0' && length > 1)) return false;
    *out = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        *out = *out * 10 + (text[i] - '0');
    }
    return true;
}

/* Cuts a text at its dots; how many parts there are, `most` at most. */
static int split(char *text, char *parts[], int most) {
    int count = 0;
    for (char *rest = text; rest != NULL && count < most;) parts[count++] = strsep(&rest, ".");
    return count;
}

static bool read_parts(char *parts[], int count, cookie *out) {
    bool is_old = count == 3;
    char **at = is_old ? parts : parts + 1;
    if (!is_old && (count != 6 || strcmp(parts[0], "2") != 0)) return false;
    if (!is_id(at[0]) || !read_number(at[1], &out->sign_in)) return false;
    memcpy(out->id, at[0], strlen(at[0]) + 1); /* it fits: it is an id */
    out->is_old = is_old;
    if (is_old) return true;
    if (!is_id(at[2]) || strlen(at[2]) >= sizeof out->session || !read_number(at[3], &out->issued_h))
        return false;
    if (strcmp(at[2], "0") != 0) memcpy(out->session, at[2], strlen(at[2]) + 1);
    return true;
}

static bool read_value(const uint8_t key[STORE_SECRET_SIZE], const char *value, size_t length, cookie *out) {
    enum { MOST_PARTS = 7 };
    char text[COOKIE_SIZE], *parts[MOST_PARTS];
    if (length >= sizeof text) return false;
    memcpy(text, value, length);
    text[length] = '\0';
    if (strlen(text) != length) return false;
    int count = split(text, parts, MOST_PARTS);
    cookie read = {0};
    if (count < 3 || !read_parts(parts, count, &read)) return false;
    const char *digits = parts[count - 1];
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

static bool read_named(const uint8_t key[STORE_SECRET_SIZE], const char *header, const char *name,
                       cookie *out) {
    const size_t name_length = strlen(name);
    for (const char *piece = header; *piece != '\0';) {
        piece += strspn(piece, " \t;");
        size_t length = strcspn(piece, ";"), trimmed = length;
        while (trimmed > 0 && (piece[trimmed - 1] == ' ' || piece[trimmed - 1] == '\t')) trimmed--;
        if (trimmed > name_length && memcmp(piece, name, name_length) == 0 && piece[name_length] == '=' &&
            read_value(key, piece + name_length + 1, trimmed - name_length - 1, out)) {
            return true;
        }
        piece += length;
    }
    return false;
}

bool cookie_read(const uint8_t key[STORE_SECRET_SIZE], const char *header, cookie *out) {
    return read_named(key, header, cookie_names[0], out) || read_named(key, header, cookie_names[1], out);
}

void cookie_header(const char *value, bool secure, int64_t max_age_s, char *out, size_t size) {
    int used = snprintf(out, size, "Set-Cookie: %s=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Lax%s\r\n",
                        cookie_names[secure ? 0 : 1], value, (long long)max_age_s, secure ? "; Secure" : "");
    /* The one of before TLS, or of an earlier version, has been replaced. */
    if (secure && used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, "Set-Cookie: %s=; Path=/; Max-Age=0\r\n", cookie_names[1]);
}
