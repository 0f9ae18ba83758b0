/* SPDX-License-Identifier: MIT */
/* Macros that all headers of the library use: attributes and C++ linkage. */
#ifndef ROOKERY_BASE_H
#define ROOKERY_BASE_H

/* Makes the compiler warn if the caller ignores the result. */
#define RK_MUST_USE __attribute__((warn_unused_result))

/* A function that is always inlined. A build that prefers small code, such as
 * the one for WebAssembly, defines its own. */
#ifndef RK_INLINE
#define RK_INLINE static inline __attribute__((always_inline))
#endif

/* Every header puts its declarations between these two, so that C++ can include it. */
#ifdef __cplusplus
#define RK_BEGIN_C extern "C" {
#define RK_END_C   }
#else
#define RK_BEGIN_C
#define RK_END_C
#endif

#endif
