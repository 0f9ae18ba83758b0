/* SPDX-License-Identifier: MIT */
/* One source for all instruction sets: the Makefile compiles it for each row of kernels.def, with
 * KERNEL as the name and VECTOR_BYTES as the size of a vector. Without them it is plain C. */
#include "engine/kernel.h"

#include <string.h>

#include "engine/network.h"

#ifndef KERNEL
#define KERNEL       generic
#define VECTOR_BYTES 0
#endif

#if VECTOR_BYTES == 64
#include <immintrin.h>
typedef __m512i vector;
#define VECTOR_LOAD(at)     _mm512_load_si512(at)
#define VECTOR_STORE(at, v) _mm512_store_si512(at, v)
#define VECTOR_SET(x)       _mm512_set1_epi16(x)
#define VECTOR_ADD(a, b)    _mm512_add_epi16(a, b)
#define VECTOR_SUB(a, b)    _mm512_sub_epi16(a, b)
#define VECTOR_MIN(a, b)    _mm512_min_epi16(a, b)
#define VECTOR_MAX(a, b)    _mm512_max_epi16(a, b)
#define VECTOR_MUL(a, b)    _mm512_mullo_epi16(a, b)
#define VECTOR_DOT(a, b)    _mm512_madd_epi16(a, b)
#define VECTOR_ADD_32(a, b) _mm512_add_epi32(a, b)
#elif VECTOR_BYTES == 32
#include <immintrin.h>
typedef __m256i vector;
#define VECTOR_LOAD(at)     _mm256_load_si256((const vector *)(at))
#define VECTOR_STORE(at, v) _mm256_store_si256((vector *)(at), v)
#define VECTOR_SET(x)       _mm256_set1_epi16(x)
#define VECTOR_ADD(a, b)    _mm256_add_epi16(a, b)
#define VECTOR_SUB(a, b)    _mm256_sub_epi16(a, b)
#define VECTOR_MIN(a, b)    _mm256_min_epi16(a, b)
#define VECTOR_MAX(a, b)    _mm256_max_epi16(a, b)
#define VECTOR_MUL(a, b)    _mm256_mullo_epi16(a, b)
#define VECTOR_DOT(a, b)    _mm256_madd_epi16(a, b)
#define VECTOR_ADD_32(a, b) _mm256_add_epi32(a, b)
#elif VECTOR_BYTES == 16 && defined __wasm_simd128__
#include <wasm_simd128.h>
typedef v128_t vector;
#define VECTOR_LOAD(at)     wasm_v128_load(at)
#define VECTOR_STORE(at, v) wasm_v128_store(at, v)
#define VECTOR_SET(x)       wasm_i16x8_splat(x)
#define VECTOR_ADD(a, b)    wasm_i16x8_add(a, b)
#define VECTOR_SUB(a, b)    wasm_i16x8_sub(a, b)
#define VECTOR_MIN(a, b)    wasm_i16x8_min(a, b)
#define VECTOR_MAX(a, b)    wasm_i16x8_max(a, b)
#define VECTOR_MUL(a, b)    wasm_i16x8_mul(a, b)
#define VECTOR_DOT(a, b)    wasm_i32x4_dot_i16x8(a, b)
#define VECTOR_ADD_32(a, b) wasm_i32x4_add(a, b)
#elif VECTOR_BYTES == 16
#include <immintrin.h>
typedef __m128i vector;
#define VECTOR_LOAD(at)     _mm_load_si128((const vector *)(at))
#define VECTOR_STORE(at, v) _mm_store_si128((vector *)(at), v)
#define VECTOR_SET(x)       _mm_set1_epi16(x)
#define VECTOR_ADD(a, b)    _mm_add_epi16(a, b)
#define VECTOR_SUB(a, b)    _mm_sub_epi16(a, b)
#define VECTOR_MIN(a, b)    _mm_min_epi16(a, b)
#define VECTOR_MAX(a, b)    _mm_max_epi16(a, b)
#define VECTOR_MUL(a, b)    _mm_mullo_epi16(a, b)
#define VECTOR_DOT(a, b)    _mm_madd_epi16(a, b)
#define VECTOR_ADD_32(a, b) _mm_add_epi32(a, b)
#endif

#if VECTOR_BYTES

enum { LANES = VECTOR_BYTES / 2, TILE = NETWORK_HIDDEN_STEP * 2 / VECTOR_BYTES };

/* A tile of sums stays in registers while all rows are added. */
static void update(int16_t *to, const int16_t *from, const struct kernel_rows *rows, unsigned size)
{
    enum { REGISTERS = TILE < 8 ? TILE : 8 };
    for (unsigned at = 0; at < size; at += REGISTERS * LANES) {
        vector sums[REGISTERS];
        for (unsigned i = 0; i < REGISTERS; i++)
            sums[i] = VECTOR_LOAD(from + at + i * LANES);
        for (unsigned row = 0; row < rows->added_count; row++)
            for (unsigned i = 0; i < REGISTERS; i++)
                sums[i] = VECTOR_ADD(sums[i], VECTOR_LOAD(rows->added[row] + at + i * LANES));
        for (unsigned row = 0; row < rows->removed_count; row++)
            for (unsigned i = 0; i < REGISTERS; i++)
                sums[i] = VECTOR_SUB(sums[i], VECTOR_LOAD(rows->removed[row] + at + i * LANES));
        for (unsigned i = 0; i < REGISTERS; i++)
            VECTOR_STORE(to + at + i * LANES, sums[i]);
    }
}

static int32_t add_lanes(vector sums)
{
    _Alignas(KERNEL_ALIGNMENT) int32_t lanes[VECTOR_BYTES / 4];
    int32_t total = 0;
    VECTOR_STORE(lanes, sums);
    for (unsigned i = 0; i < VECTOR_BYTES / 4; i++)
        total += lanes[i];
    return total;
}

// A value times its weight fits into 16 bits; that times the value again needs 32.
static int32_t output(const int16_t *values, const int16_t *weights, unsigned size)
{
    const vector zero = VECTOR_SET(0), one = VECTOR_SET(NETWORK_ONE);
    vector sums[2] = {zero, zero};
    for (unsigned at = 0; at < size; at += 2 * LANES)
        for (unsigned i = 0; i < 2; i++) {
            const vector loaded = VECTOR_LOAD(values + at + i * LANES);
            const vector value = VECTOR_MIN(VECTOR_MAX(loaded, zero), one);
            const vector product = VECTOR_MUL(value, VECTOR_LOAD(weights + at + i * LANES));
            sums[i] = VECTOR_ADD_32(sums[i], VECTOR_DOT(value, product));
        }
    return add_lanes(VECTOR_ADD_32(sums[0], sums[1]));
}

#else

static void add_row(int16_t *restrict to, const int16_t *restrict row, int sign, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        to[i] = (int16_t)(to[i] + sign * row[i]);
}

static void update(int16_t *to, const int16_t *from, const struct kernel_rows *rows, unsigned size)
{
    if (to != from)
        memcpy(to, from, size * sizeof *to);
    for (unsigned row = 0; row < rows->added_count; row++)
        add_row(to, rows->added[row], 1, size);
    for (unsigned row = 0; row < rows->removed_count; row++)
        add_row(to, rows->removed[row], -1, size);
}

static int32_t output(const int16_t *values, const int16_t *weights, unsigned size)
{
    int32_t total = 0;
    for (unsigned i = 0; i < size; i++) {
        const int value = values[i] < 0 ? 0 : values[i] > NETWORK_ONE ? NETWORK_ONE : values[i];
        total += value * value * weights[i];
    }
    return total;
}

#endif

#define NAME_(kernel)   kernel_##kernel
#define NAME(kernel)    NAME_(kernel)
#define STRING_(kernel) #kernel
#define STRING(kernel)  STRING_(kernel)
extern const struct kernel NAME(KERNEL);
const struct kernel NAME(KERNEL) = {STRING(KERNEL), update, output};
