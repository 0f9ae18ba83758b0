/* SPDX-License-Identifier: MIT */
/* The two attributes every header of the library uses. */
#ifndef ROOKERY_BASE_H
#define ROOKERY_BASE_H

#define RK_MUST_USE __attribute__((warn_unused_result))

/* Where size counts more than speed, as in a browser, a build defines it itself. */
#ifndef RK_INLINE
#define RK_INLINE static inline __attribute__((always_inline))
#endif

#endif
