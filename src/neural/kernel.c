/* Layers of a neural network in whole numbers: sparse matrix times vector, in three builds.
 *
 * A pair of inputs times a pair of weights is one multiply-add of the vector units (pmaddwd, vpdpwssd). Pairs
 * of zeros are left out beforehand, which is most of the first layer and half of the others (ReLU). */
#include "neural/kernel.h"

#include <stdatomic.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define HAS_VECTOR_KERNELS 1
#include <immintrin.h>
#endif

static int16_t low_of(uint32_t both) { return (int16_t)(uint16_t)both; }
static int16_t high_of(uint32_t both) { return (int16_t)(uint16_t)(both >> 16); }

void neural_pack(const int16_t *in, int n, neural_inputs *out) {
    int count = 0;
    for (int i = 0; i < n; i += 2) {
        uint32_t both = (uint16_t)in[i] | (i + 1 < n ? (uint32_t)(uint16_t)in[i + 1] << 16 : 0);
        out->pair[count] = (uint16_t)(i / 2);
        out->both[count] = both;
        count += both != 0;
    }
    out->count = count;
}

/* Most bytes of a tensor are zero: eight are looked at together. */
void neural_pack_bytes(const uint8_t *in, int n, neural_inputs *out) {
    int count = 0;
    for (int i = 0; i < n; i += 8) {
        uint8_t bytes[8] = {0};
        uint64_t word;
        memcpy(bytes, in + i, (size_t)(n - i < 8 ? n - i : 8));
        memcpy(&word, bytes, sizeof word);
        if (word == 0) continue;
        for (int k = 0; k < 8; k += 2) {
            uint32_t both = bytes[k] | (uint32_t)bytes[k + 1] << 16;
            out->pair[count] = (uint16_t)((i + k) / 2);
            out->both[count] = both;
            count += both != 0;
        }
    }
    out->count = count;
}

/* ---- the kernels ---- */

/* These loops are compiled for each kind of processor. */
TP_INLINE void activate_with(const int32_t *sums, int n, int shift, int16_t *out) {
    int32_t half = shift > 0 ? 1 << (shift - 1) : 0;
    for (int i = 0; i < n; i++) {
        int32_t value = ((sums[i] > 0 ? sums[i] : 0) + half) >> shift;
        out[i] = (int16_t)(value < NEURAL_MOST_ACTIVE ? value : NEURAL_MOST_ACTIVE);
    }
}

TP_INLINE int32_t dot_with(const int32_t *sums, const int32_t *more, int n, int shift,
                           const int16_t *weights) {
    int32_t half = shift > 0 ? 1 << (shift - 1) : 0, sum = 0;
    for (int i = 0; i < n; i++) {
        int32_t of_both = sums[i] + more[i], value = ((of_both > 0 ? of_both : 0) + half) >> shift;
        sum += (value < NEURAL_MOST_ACTIVE ? value : NEURAL_MOST_ACTIVE) * weights[i];
    }
    return sum;
}

static void activate_plain(const int32_t *sums, int n, int shift, int16_t *out) {
    activate_with(sums, n, shift, out);
}

static int32_t dot_plain(const int32_t *sums, const int32_t *more, int n, int shift, const int16_t *weights) {
    return dot_with(sums, more, n, shift, weights);
}

static void add_plain(const neural_layer *layer, const neural_inputs *in, int32_t *sums) {
    size_t row = 2 * (size_t)layer->out;
    for (int i = 0; i < in->count; i++) {
        const int16_t *weights = layer->weights + in->pair[i] * row;
        int32_t low = low_of(in->both[i]), high = high_of(in->both[i]);
        for (int o = 0; o < layer->out; o++, weights += 2) sums[o] += low * weights[0] + high * weights[1];
    }
}

#ifdef HAS_VECTOR_KERNELS
__attribute__((target("avx2"))) static void add_avx2(const neural_layer *layer, const neural_inputs *in,
                                                     int32_t *sums) {
    size_t row = 2 * (size_t)layer->out;
    for (int o = 0; o < layer->out; o += NEURAL_BLOCK) {
        __m256i *at = (__m256i *)(void *)(sums + o);
        __m256i a = _mm256_loadu_si256(at), b = _mm256_loadu_si256(at + 1), c = _mm256_loadu_si256(at + 2),
                d = _mm256_loadu_si256(at + 3);
        const int16_t *block = layer->weights + 2 * o;
        for (int i = 0; i < in->count; i++) {
            const __m256i *w = (const __m256i *)(const void *)(block + in->pair[i] * row);
            __m256i x = _mm256_set1_epi32((int)in->both[i]);
            a = _mm256_add_epi32(a, _mm256_madd_epi16(x, _mm256_loadu_si256(w)));
            b = _mm256_add_epi32(b, _mm256_madd_epi16(x, _mm256_loadu_si256(w + 1)));
            c = _mm256_add_epi32(c, _mm256_madd_epi16(x, _mm256_loadu_si256(w + 2)));
            d = _mm256_add_epi32(d, _mm256_madd_epi16(x, _mm256_loadu_si256(w + 3)));
        }
        _mm256_storeu_si256(at, a);
        _mm256_storeu_si256(at + 1, b);
        _mm256_storeu_si256(at + 2, c);
        _mm256_storeu_si256(at + 3, d);
    }
}

__attribute__((target("avx512f,avx512bw,avx512vnni"))) static void add_avx512(const neural_layer *layer,
                                                                              const neural_inputs *in,
                                                                              int32_t *sums) {
    size_t row = 2 * (size_t)layer->out;
    for (int o = 0; o < layer->out; o += NEURAL_BLOCK) {
        __m512i a = _mm512_loadu_si512(sums + o), b = _mm512_loadu_si512(sums + o + 16);
        const int16_t *block = layer->weights + 2 * o;
        for (int i = 0; i < in->count; i++) {
            const int16_t *w = block + in->pair[i] * row;
            __m512i x = _mm512_set1_epi32((int)in->both[i]);
            a = _mm512_dpwssd_epi32(a, x, _mm512_loadu_si512(w));
            b = _mm512_dpwssd_epi32(b, x, _mm512_loadu_si512(w + 32));
        }
        _mm512_storeu_si512(sums + o, a);
        _mm512_storeu_si512(sums + o + 16, b);
    }
}

__attribute__((target("avx2"))) static void activate_avx2(const int32_t *sums, int n, int shift,
                                                          int16_t *out) {
    activate_with(sums, n, shift, out);
}

__attribute__((target("avx2"))) static int32_t dot_avx2(const int32_t *sums, const int32_t *more, int n,
                                                        int shift, const int16_t *weights) {
    return dot_with(sums, more, n, shift, weights);
}
#endif

typedef struct kernel {
    void (*add)(const neural_layer *layer, const neural_inputs *in, int32_t *sums);
    void (*activate)(const int32_t *sums, int n, int shift, int16_t *out);
    int32_t (*dot)(const int32_t *sums, const int32_t *more, int n, int shift, const int16_t *weights);
} kernel;

static const kernel kernels[NEURAL_KERNELS] = {
    [NEURAL_PLAIN] = {add_plain, activate_plain, dot_plain},
#ifdef HAS_VECTOR_KERNELS
    [NEURAL_AVX2] = {add_avx2, activate_avx2, dot_avx2},
    [NEURAL_AVX512] = {add_avx512, activate_avx2, dot_avx2},
#endif
};

static bool can_run(neural_kernel kernel) {
#ifdef HAS_VECTOR_KERNELS
    if (kernel == NEURAL_AVX2) return __builtin_cpu_supports("avx2") != 0;
    if (kernel == NEURAL_AVX512)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vnni");
#endif
    return kernel == NEURAL_PLAIN;
}

/* 0: not chosen yet; else the kernel plus 1. Threads that choose at once choose the same. */
static atomic_int chosen;

static neural_kernel choose(void) {
    int kernel = NEURAL_KERNELS - 1;
    while (!can_run((neural_kernel)kernel)) kernel--;
    atomic_store_explicit(&chosen, kernel + 1, memory_order_relaxed);
    return (neural_kernel)kernel;
}

neural_kernel neural_kernel_used(void) {
    int kernel = atomic_load_explicit(&chosen, memory_order_relaxed);
    return kernel == 0 ? choose() : (neural_kernel)(kernel - 1);
}

bool neural_kernel_use(neural_kernel kernel) {
    if (!can_run(kernel)) return false;
    atomic_store_explicit(&chosen, (int)kernel + 1, memory_order_relaxed);
    return true;
}

const char *neural_kernel_name(neural_kernel kernel) {
    static const char *const names[NEURAL_KERNELS] = {"plain C", "AVX2", "AVX-512 VNNI"};
    return names[kernel];
}

void neural_add(const neural_layer *layer, const neural_inputs *in, int32_t *sums) {
    kernels[neural_kernel_used()].add(layer, in, sums);
}

void neural_activate(const int32_t *sums, int n, int shift, int16_t *out) {
    kernels[neural_kernel_used()].activate(sums, n, shift, out);
}

int32_t neural_dot(const int32_t *sums, const int32_t *more, int n, int shift, const int16_t *weights) {
    return kernels[neural_kernel_used()].dot(sums, more, n, shift, weights);
}

bool neural_layer_fits(const neural_layer *layer, int most) {
    const int64_t room = ((int64_t)1 << 30) - (1 << 24);
    for (int o = 0; o < layer->out; o++) {
        int64_t sum = layer->biases[o] < 0 ? -(int64_t)layer->biases[o] : layer->biases[o];
        for (int i = 0; i < layer->in; i++) {
            size_t at = ((size_t)(i / 2) * (size_t)layer->out + (size_t)o) * 2 + (size_t)(i % 2);
            int64_t weight = layer->weights[at];
            sum += (weight < 0 ? -weight : weight) * most;
        }
        if (sum > room) return false;
    }
    return true;
}
