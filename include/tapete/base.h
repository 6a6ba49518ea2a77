/* The few definitions that everything else leans on. Freestanding: rules include this header and nothing of
 * libc, so they can be compiled for any target. Everything here is valid C11 and C++17. */
#ifndef TAPETE_BASE_H
#define TAPETE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A bug is an assertion. Bad input never is: it is checked at the edge and answered with a tp_error.
 * Assertions are on in debug and sanitizer builds and off in release builds (NDEBUG). */
#if defined(NDEBUG)
#define tp_assert(condition) ((void)0)
#elif !defined(__STDC_HOSTED__) || __STDC_HOSTED__ == 0 || defined(__wasm__)
#define tp_assert(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#include <assert.h>
#define tp_assert(condition) assert(condition)
#endif

/* Functions of headers: TP_INLINE for the small ones that must vanish into their callers, TP_FUNCTION for the
 * others. */
#if defined(__GNUC__)
#define TP_INLINE static inline __attribute__((always_inline, unused))
#define TP_FUNCTION static inline __attribute__((unused))
#define TP_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define TP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define TP_PRINTF(format_index, first_argument) __attribute__((format(printf, format_index, first_argument)))
#else
#define TP_INLINE static inline
#define TP_FUNCTION static inline
#define TP_LIKELY(condition) (condition)
#define TP_UNLIKELY(condition) (condition)
#define TP_PRINTF(format_index, first_argument)
#endif

#ifdef __cplusplus
#define TP_BEGIN_DECLS extern "C" {
#define TP_END_DECLS }
#else
#define TP_BEGIN_DECLS
#define TP_END_DECLS
#endif

enum {
    TP_MAX_SEATS = 4,

    /* Seats are 0 and up. What stands in place of a seat is negative, and no two of these are equal. */

    TP_SPECTATOR = -1, /* a viewer: what everybody at the table may see */
    TP_REVEALED = -2,  /* a viewer: every card open. Finished games and scripts only, never a running game */
    TP_OVER = -3,      /* actor(): nobody is to act, the game has ended */
    TP_TABLE = -4,     /* tp_draw.seat: the card or die belongs to no seat */
};

/* A move, packed by its game. The same number always means the same move, in every position and every version
 * of the engine that has the same rules_version: it is never an index into a list of legal moves. */
typedef uint32_t tp_move;

/* Used where a move is wanted and there is none. No game uses this number. */
#define TP_NO_MOVE 0xffffffffu

/* Sets of viewers: bit s is seat s. */
#define TP_NOBODY 0u
#define TP_EVERYBODY 0xffffffffu
#define TP_ONLY(seat) (1u << (seat))

#endif
