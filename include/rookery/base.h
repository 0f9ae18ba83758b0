/* SPDX-License-Identifier: MIT */
/* The attributes every header of the library uses, and what makes it one for C++ too. */
#ifndef ROOKERY_BASE_H
#define ROOKERY_BASE_H

#define RK_MUST_USE __attribute__((warn_unused_result))

/* Where size counts more than speed, as in a browser, a build defines it itself. */
#ifndef RK_INLINE
#define RK_INLINE static inline __attribute__((always_inline))
#endif

#ifdef __cplusplus
#define RK_BEGIN_C extern "C" {
#define RK_END_C   }
#else
#define RK_BEGIN_C
#define RK_END_C
#endif

#endif
