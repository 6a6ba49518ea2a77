/* Mulle: the packing of piles into sums (§5.3, §6 absorption, §11).
 *
 * Given the values of at most 24 piles and a target, find the sets of piles that fall apart into disjoint
 * groups which each add up to the target, and of these the sets with the most piles: all of them, or the
 * first 32 in lexicographic order of their lists of indices. A set is what is taken, not how it falls apart:
 * two partitions of one set are one set.
 *
 * Three ways lead there. With at most seven piles, as nearly always, there are 128 sets, and a word or two
 * hold a bit for each: all are tried at once. Else the groups are listed and combined if there are few.
 * If there are many, piles of equal value are counted instead of told apart: it is found out how few piles
 * must be left over, then which counts can be kept, and only then which piles. tests/test_mulle_packing.c
 * compares all with a way that tries everything one by one. Freestanding, C11 and C++17. */
#ifndef TAPETE_MULLE_PACK_H
#define TAPETE_MULLE_PACK_H

#include "tapete/bits.h"

/* What is rarely needed and large stays out of its callers. */
#if defined(__GNUC__)
#define MULLE_RARELY __attribute__((noinline, cold, unused)) static
#else
#define MULLE_RARELY static inline
#endif

enum {
    MULLE_PACK_PILES = 24, /* sums use at most so many piles */
    MULLE_PACK_SETS = 32,  /* and at most so many tied sets are offered */
    MULLE_PACK_TARGET = 16,

    MULLE_FEW_GROUPS = 12,
    MULLE_FEW_UNIONS = 64
};

/* Sets of piles: bit i is pile i. The first of two different sets in lexicographic order, both of the same
 * size, is the one that holds the lowest pile that they do not share. */
TP_INLINE bool mulle_set_before(uint32_t one, uint32_t other) {
    uint32_t differ = one ^ other;
    return (one & differ & (0u - differ)) != 0;
}

TP_FUNCTION void mulle_sort_sets(uint32_t *sets, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        uint32_t set = sets[i], k = i;
        for (; k > 0 && mulle_set_before(set, sets[k - 1]); k--) sets[k] = sets[k - 1];
        sets[k] = set;
    }
}

/* ---- at most seven piles: all sets of piles at once ---- */

/* A set of sets: bit u of `low` is the set u of the first six piles, bit u of `high` the same set with the
 * seventh. */
typedef struct mulle_family {
    uint64_t low, high;
} mulle_family;

enum { MULLE_SWIFT_PILES = 7 };

/* The sets of six piles that share nothing with a set. */
TP_INLINE uint64_t mulle_disjoint_from(uint32_t set) {
    static const uint64_t families[64] = {
        0xffffffffffffffffull, 0x5555555555555555ull, 0x3333333333333333ull, 0x1111111111111111ull,
        0x0f0f0f0f0f0f0f0full, 0x0505050505050505ull, 0x0303030303030303ull, 0x0101010101010101ull,
        0x00ff00ff00ff00ffull, 0x0055005500550055ull, 0x0033003300330033ull, 0x0011001100110011ull,
        0x000f000f000f000full, 0x0005000500050005ull, 0x0003000300030003ull, 0x0001000100010001ull,
        0x0000ffff0000ffffull, 0x0000555500005555ull, 0x0000333300003333ull, 0x0000111100001111ull,
        0x00000f0f00000f0full, 0x0000050500000505ull, 0x0000030300000303ull, 0x0000010100000101ull,
        0x000000ff000000ffull, 0x0000005500000055ull, 0x0000003300000033ull, 0x0000001100000011ull,
        0x0000000f0000000full, 0x0000000500000005ull, 0x0000000300000003ull, 0x0000000100000001ull,
        0x00000000ffffffffull, 0x0000000055555555ull, 0x0000000033333333ull, 0x0000000011111111ull,
        0x000000000f0f0f0full, 0x0000000005050505ull, 0x0000000003030303ull, 0x0000000001010101ull,
        0x0000000000ff00ffull, 0x0000000000550055ull, 0x0000000000330033ull, 0x0000000000110011ull,
        0x00000000000f000full, 0x0000000000050005ull, 0x0000000000030003ull, 0x0000000000010001ull,
        0x000000000000ffffull, 0x0000000000005555ull, 0x0000000000003333ull, 0x0000000000001111ull,
        0x0000000000000f0full, 0x0000000000000505ull, 0x0000000000000303ull, 0x0000000000000101ull,
        0x00000000000000ffull, 0x0000000000000055ull, 0x0000000000000033ull, 0x0000000000000011ull,
        0x000000000000000full, 0x0000000000000005ull, 0x0000000000000003ull, 0x0000000000000001ull,
    };
    return families[set];
}

/* The sets of six piles with this many piles, from -1 to 7. */
TP_INLINE uint64_t mulle_sets_of_size(uint32_t size_and_one) {
    static const uint64_t families[9] = {
        0x0000000000000000ull, 0x0000000000000001ull, 0x0000000100010116ull,
        0x0001011601161668ull, 0x0116166816686880ull, 0x1668688068808000ull,
        0x6880800080000000ull, 0x8000000000000000ull, 0x0000000000000000ull,
    };
    return families[size_and_one];
}

/* Which sets have the sum `target`? The values of the piles are the bytes of a word, the first pile lowest.
 * The sums of the eight sets of the first three are the bytes of another, and every set of the others is
 * added to all of them at once. */
TP_INLINE mulle_family mulle_swift_groups(uint64_t values, uint32_t piles, uint32_t target) {
    const uint64_t wanted = target * TP_LANES_ONE;
    uint8_t sums[1 << (MULLE_SWIFT_PILES - 3)];
    uint32_t count = piles > 3 ? 1u << (piles - 3) : 1;
    mulle_family groups = {0, 0};
    /* with fewer than three piles: too much for any sum, and three of them still fit a byte */
    values |= 0x404040ull << (8 * piles);
    uint64_t first = (values & 0xff) << 8;
    first |= (first + ((values >> 8) & 0xff) * 0x0101ull) << 16;
    first |= (first + ((values >> 16) & 0xff) * 0x01010101ull) << 32;
    sums[0] = 0;
    for (uint32_t others = 0; others < count; others++) {
        if (others != 0)
            sums[others] =
                (uint8_t)(sums[others & (others - 1)] + (values >> (24 + 8 * tp_lowest_bit(others))));
        uint64_t differ = (first + sums[others] * TP_LANES_ONE) ^ wanted;
        uint64_t same = ~(((differ & ~TP_LANES_TOP) + ~TP_LANES_TOP) | differ) & TP_LANES_TOP;
        uint64_t sets = ((same >> 7) * 0x0102040810204080ull >> 56) << (8 * (others & 7));
        groups.low |= others < 8 ? sets : 0;
        groups.high |= others < 8 ? 0 : sets;
    }
    return groups;
}

/* The sets that fall apart into groups, and of these the largest; empty if there is no group. A group g
 * goes with every set u that shares nothing with it, and then u | g is u + g: the family of all such sets is
 * shifted by g. */
TP_INLINE mulle_family mulle_swift_unions(uint64_t values, uint32_t piles, uint32_t target) {
    mulle_family groups = mulle_swift_groups(values, piles, target), unions = {1, 0}, largest = {0, 0};
    unions.high = groups.high; /* at most one group has the seventh pile */
    for (uint64_t rest = groups.low; rest != 0; rest &= rest - 1) {
        uint32_t group = tp_lowest_bit(rest);
        uint64_t others = mulle_disjoint_from(group);
        unions.low |= (unions.low & others) << group;
        unions.high |= (unions.high & others) << group;
    }
    unions.low &= ~1ull;
    if ((unions.low | unions.high) == 0) return largest;
    for (uint32_t size = piles; size > 0 && (largest.low | largest.high) == 0; size--) {
        largest.low = unions.low & mulle_sets_of_size(size + 1);
        largest.high = unions.high & mulle_sets_of_size(size);
    }
    return largest;
}

/* As lists: sorted, and at most MULLE_PACK_SETS of them. */
TP_FUNCTION uint32_t mulle_swift_sets(mulle_family family, uint32_t *sets) {
    uint32_t all[64], count = 0; /* no more than 7! / (3! 4!) = 35 sets have the same size */
    for (; family.low != 0; family.low &= family.low - 1) all[count++] = tp_lowest_bit(family.low);
    for (; family.high != 0; family.high &= family.high - 1) all[count++] = 64 | tp_lowest_bit(family.high);
    mulle_sort_sets(all, count);
    if (count > MULLE_PACK_SETS) count = MULLE_PACK_SETS;
    for (uint32_t i = 0; i < count; i++) sets[i] = all[i];
    return count;
}

/* ---- few groups ---- */

typedef struct mulle_few {
    const uint8_t *values;
    uint32_t piles;
    uint32_t reach[MULLE_PACK_PILES + 1]; /* bit s: some of the piles from i on add up to s */
    uint32_t groups[MULLE_FEW_GROUPS];
    uint32_t later[MULLE_FEW_GROUPS + 1]; /* all piles of the groups from i on */
    uint32_t group_count, union_count, most;
    uint32_t unions[MULLE_FEW_UNIONS];
    bool too_many;
} mulle_few;

/* List the groups that go on from `mask` with piles from `at` on and lack `rest`. No branch is entered in
 * vain. */
TP_FUNCTION void mulle_list_groups(mulle_few *few, uint32_t at, uint32_t rest, uint32_t mask) {
    for (; at < few->piles && ((few->reach[at] >> rest) & 1) != 0; at++) {
        uint32_t value = few->values[at];
        if (value > rest) continue;
        uint32_t with = mask | 1u << at;
        if (value == rest) {
            if (few->group_count == MULLE_FEW_GROUPS) {
                few->too_many = true;
                return;
            }
            few->groups[few->group_count++] = with;
        } else if (((few->reach[at + 1] >> (rest - value)) & 1) != 0) {
            mulle_list_groups(few, at + 1, rest - value, with);
            if (few->too_many) return;
        }
    }
}

TP_FUNCTION void mulle_note_union(mulle_few *few, uint32_t set) {
    uint32_t size = tp_count_bits(set);
    if (size < few->most) return;
    if (size > few->most) {
        few->most = size;
        few->union_count = 0;
    }
    for (uint32_t i = 0; i < few->union_count; i++) {
        if (few->unions[i] == set) return;
    }
    if (few->union_count == MULLE_FEW_UNIONS) {
        few->too_many = true;
        return;
    }
    few->unions[few->union_count++] = set;
}

/* Add disjoint groups from number `at` on in every way. */
TP_FUNCTION void mulle_join_groups(mulle_few *few, uint32_t at, uint32_t set) {
    for (; at < few->group_count && !few->too_many; at++) {
        if (tp_count_bits(set | few->later[at]) < few->most) return;
        if ((few->groups[at] & set) != 0) continue;
        mulle_note_union(few, set | few->groups[at]);
        mulle_join_groups(few, at + 1, set | few->groups[at]);
    }
}

/* ---- many groups: by counts ---- */

/* Counts of piles by value in one word: four bits for each value 1 .. 15. There are at most 8 cards and 2
 * builds of a value. */
enum { MULLE_MANY_MEMO = 1024, MULLE_MANY_VECTORS = 2048 };

typedef struct mulle_many {
    uint32_t target;
    uint64_t failed[MULLE_MANY_MEMO];     /* counts of which is known that they cannot be done ... */
    uint16_t failed_how[MULLE_MANY_MEMO]; /* ... with this budget and limit; 0: empty */
    uint64_t vectors[MULLE_MANY_VECTORS]; /* counts that can be kept, with the most piles */
    uint32_t vector_count;
} mulle_many;

TP_INLINE uint64_t mulle_one_of(uint32_t value) { return 1ull << (4 * value); }

TP_INLINE uint32_t mulle_count_of(uint64_t counts, uint32_t value) {
    return (uint32_t)(counts >> (4 * value)) & 15;
}

TP_INLINE uint32_t mulle_highest_value(uint64_t counts) {
    uint32_t value = MULLE_PACK_TARGET - 1;
    while (mulle_count_of(counts, value) == 0) value--;
    return value;
}

TP_INLINE uint32_t mulle_sum_of(uint64_t counts) {
    uint32_t sum = 0;
    for (uint32_t value = 1; value < MULLE_PACK_TARGET; value++) sum += value * mulle_count_of(counts, value);
    return sum;
}

TP_FUNCTION bool mulle_can_fill(mulle_many *many, uint64_t counts, uint32_t budget, uint32_t limit);

/* Complete a group that lacks `rest` with parts of at most `most`, then go on. */
TP_FUNCTION bool mulle_can_complete(mulle_many *many, uint64_t counts, uint32_t rest, uint32_t most,
                                    uint32_t budget, uint32_t limit) {
    if (rest == 0) return mulle_can_fill(many, counts, budget, limit);
    for (uint32_t part = rest < most ? rest : most; part > 0; part--) {
        if (mulle_count_of(counts, part) == 0) continue;
        if (mulle_can_complete(many, counts - mulle_one_of(part), rest - part, part, budget, limit))
            return true;
    }
    return false;
}

/* Can all of these piles be put into groups, except at most `budget` ones of a value below `limit` that are
 * left over? The highest value is dealt with first: in a group, or all that remain of it are left over. */
TP_FUNCTION bool mulle_can_fill(mulle_many *many, uint64_t counts, uint32_t budget, uint32_t limit) {
    if (counts == 0) return true;
    if (budget == 0 && mulle_sum_of(counts) % many->target != 0) return false;
    uint32_t how = 1 + budget * 32 + limit;
    uint32_t slot = (uint32_t)(((counts ^ how) * 0x9e3779b97f4a7c15ull) >> 54);
    if (many->failed_how[slot] == how && many->failed[slot] == counts) return false;
    uint32_t value = mulle_highest_value(counts), count = mulle_count_of(counts, value);
    if (mulle_can_complete(many, counts - mulle_one_of(value), many->target - value, value, budget, limit))
        return true;
    if (value < limit && count <= budget &&
        mulle_can_fill(many, counts & ~(15 * mulle_one_of(value)), budget - count, limit))
        return true;
    many->failed[slot] = counts;
    many->failed_how[slot] = (uint16_t)how;
    return false;
}

/* Collect all counts that can be kept where exactly `budget` piles of values below `limit` are still to be
 * left over. */
TP_FUNCTION void mulle_list_vectors(mulle_many *many, uint64_t counts, uint32_t budget, uint32_t limit) {
    if (!mulle_can_fill(many, counts, budget, limit)) return;
    if (budget == 0) {
        if (many->vector_count < MULLE_MANY_VECTORS) many->vectors[many->vector_count++] = counts;
        return;
    }
    uint32_t value = limit - 1;
    while (value > 0 && mulle_count_of(counts, value) == 0) value--;
    if (value == 0) return;
    uint32_t most = mulle_count_of(counts, value);
    if (most > budget) most = budget;
    for (uint32_t left = 0; left <= most; left++)
        mulle_list_vectors(many, counts - left * mulle_one_of(value), budget - left, value);
}

/* Piles that belong to some group at all; the others are left over in any case. */
TP_FUNCTION uint64_t mulle_useful_counts(uint64_t counts, uint32_t target) {
    uint64_t useful = 0;
    for (uint32_t value = 1; value < target; value++) {
        uint32_t count = mulle_count_of(counts, value), reach = 1;
        if (count == 0) continue;
        for (uint32_t other = 1; other < target; other++) {
            for (uint32_t n = mulle_count_of(counts, other) - (other == value); n > 0; n--)
                reach |= reach << other & 0x1ffffu;
        }
        if (((reach >> (target - value)) & 1) != 0) useful += count * mulle_one_of(value);
    }
    return useful;
}

typedef struct mulle_listing {
    const uint8_t *values;
    uint32_t piles, count;
    uint32_t *sets;
    uint64_t rest[MULLE_PACK_PILES + 1]; /* counts of the piles from i on */
} mulle_listing;

/* List sets in lexicographic order: taking a pile comes before leaving it. `vectors` are the counts that
 * still fit what was decided about the piles before `at`. */
TP_FUNCTION void mulle_list_sets(mulle_listing *list, uint64_t *vectors, uint32_t vector_count, uint32_t at,
                                 uint64_t kept, uint32_t set) {
    if (list->count == MULLE_PACK_SETS) return;
    if (at == list->piles) {
        list->sets[list->count++] = set;
        return;
    }
    uint32_t value = list->values[at];
    for (uint32_t take = 2; take-- > 0;) {
        uint32_t mine = mulle_count_of(kept, value) + take;
        uint32_t later = mulle_count_of(list->rest[at + 1], value), fitting = 0;
        for (uint32_t i = 0; i < vector_count; i++) {
            uint64_t vector = vectors[i];
            uint32_t wanted = mulle_count_of(vector, value);
            if (wanted < mine || wanted - mine > later) continue;
            vectors[i] = vectors[fitting]; /* those that fit come first; the order does not matter */
            vectors[fitting++] = vector;
        }
        if (fitting != 0)
            mulle_list_sets(list, vectors, fitting, at + 1, kept + take * mulle_one_of(value),
                            set | take << at);
    }
}

MULLE_RARELY uint32_t mulle_pack_many(const uint8_t *values, uint32_t piles, uint32_t target,
                                      uint32_t *sets) {
    mulle_many many;
    mulle_listing list;
    many.target = target;
    many.vectors[0] = many.vector_count = 0;
    for (uint32_t i = 0; i < MULLE_MANY_MEMO; i++) many.failed_how[i] = 0;
    uint64_t counts = 0;
    for (uint32_t i = 0; i < piles; i++) counts += mulle_one_of(values[i]);
    counts = mulle_useful_counts(counts, target);
    uint32_t budget = 0;
    while (!mulle_can_fill(&many, counts, budget, MULLE_PACK_TARGET)) budget++;
    mulle_list_vectors(&many, counts, budget, MULLE_PACK_TARGET);
    if (many.vectors[0] == 0) return 0;
    list.values = values;
    list.piles = piles;
    list.count = 0;
    list.sets = sets;
    list.rest[piles] = 0;
    for (uint32_t i = piles; i-- > 0;) list.rest[i] = list.rest[i + 1] + mulle_one_of(values[i]);
    mulle_list_sets(&list, many.vectors, many.vector_count, 0, 0, 0);
    return list.count;
}

/* ---- either ---- */

/* The sets with the most piles out of the groups that were listed. */
TP_FUNCTION uint32_t mulle_pack_groups(mulle_few *few, uint32_t target, uint32_t *sets) {
    if (few->too_many) return mulle_pack_many(few->values, few->piles, target, sets);
    if (few->group_count <= 1) {
        sets[0] = few->groups[0];
        return few->group_count;
    }
    if (few->group_count == 2) { /* both, or the larger one, or either */
        uint32_t one = few->groups[0], other = few->groups[1], size = tp_count_bits(one),
                 more = tp_count_bits(other);
        bool before = mulle_set_before(one, other);
        sets[0] = (one & other) == 0 ? one | other
                  : size != more     ? (size > more ? one : other)
                  : before           ? one
                                     : other;
        sets[1] = before ? other : one;
        return (one & other) != 0 && size == more ? 2 : 1;
    }
    few->union_count = few->most = 0;
    few->later[few->group_count] = 0;
    for (uint32_t i = few->group_count; i-- > 0;) few->later[i] = few->later[i + 1] | few->groups[i];
    mulle_join_groups(few, 0, 0);
    if (few->too_many) return mulle_pack_many(few->values, few->piles, target, sets);
    mulle_sort_sets(few->unions, few->union_count);
    uint32_t count = few->union_count < MULLE_PACK_SETS ? few->union_count : (uint32_t)MULLE_PACK_SETS;
    for (uint32_t i = 0; i < count; i++) sets[i] = few->unions[i];
    return count;
}

/* No group yet. Returns the sums that the piles reach. */
TP_FUNCTION uint32_t mulle_begin_groups(mulle_few *few, const uint8_t *values, uint32_t piles) {
    uint32_t reach = 1;
    few->values = values;
    few->piles = piles;
    few->group_count = 0;
    few->too_many = false;
    few->groups[0] = 0;
    few->reach[piles] = reach;
    for (uint32_t i = piles; i-- > 0;) {
        reach |= (reach << values[i]) & 0x1ffffu;
        few->reach[i] = reach;
    }
    return reach;
}

/* For more than seven piles. */
MULLE_RARELY uint32_t mulle_pack_slowly(const uint8_t *values, uint32_t piles, uint32_t target,
                                        uint32_t *sets) {
    mulle_few few;
    if (((mulle_begin_groups(&few, values, piles) >> target) & 1) == 0) return 0;
    mulle_list_groups(&few, 0, target, 0);
    return mulle_pack_groups(&few, target, sets);
}

/* The same for at most seven piles, as bytes of a word. */
TP_INLINE uint32_t mulle_pack_swiftly(uint64_t values, uint32_t piles, uint32_t target, uint32_t *sets) {
    mulle_family family = mulle_swift_unions(values, piles, target);
    if (family.high == 0 && (family.low & (family.low - 1)) == 0) { /* none or one */
        sets[0] = family.low == 0 ? 0 : tp_lowest_bit(family.low);
        return family.low != 0;
    }
    return mulle_swift_sets(family, sets);
}

/* The sets with the most piles, in lexicographic order, at most MULLE_PACK_SETS; returns how many, 0 if no
 * group exists. `values` are those of at most MULLE_PACK_PILES piles: 1 .. target-1. */
TP_FUNCTION uint32_t mulle_pack(const uint8_t *values, uint32_t piles, uint32_t target, uint32_t *sets) {
    tp_assert(piles <= MULLE_PACK_PILES && target <= MULLE_PACK_TARGET);
    if (TP_UNLIKELY(piles > MULLE_SWIFT_PILES)) return mulle_pack_slowly(values, piles, target, sets);
    sets[0] = 0;
    if (piles < 2) return 0;
    uint64_t word = 0;
    for (uint32_t i = 0; i < piles; i++) word |= (uint64_t)values[i] << (8 * i);
    return mulle_pack_swiftly(word, piles, target, sets);
}

#endif
