/* SPDX-License-Identifier: MIT */
/* Errors: a code for programs, a message for people and, for parsers, the
 * place in the text. */
#ifndef ROOKERY_ERR_H
#define ROOKERY_ERR_H

#include <stddef.h>

#include "rookery/base.h"

RK_BEGIN_C

/* An error code, from errors.def. RK_OK is zero, so that `if (err)` works. */
typedef enum rk_err {
#define ROW(err, class, text) err,
#include "rookery/errors.def"
} rk_err;

/* The class of an error. */
typedef enum rk_err_class {
    RK_NO_ERROR,
    RK_SYNTAX,       /* the text is malformed: "Zf3" */
    RK_ILLEGAL,      /* the text is well-formed but not possible here: "Ke3" */
    RK_AMBIGUOUS,    /* the text has two meanings: "Nd2" with two knights */
    RK_SYSTEM_FAILED /* memory, disk or network */
} rk_err_class;

/* Returns a message for people. Static storage; never NULL. */
const char *rk_err_text(rk_err err);

/* Returns the class of an error. */
rk_err_class rk_err_class_of(rk_err err);

enum { RK_FAULT_TEXT_MAX = 160 }; /* the size of the longest message, NUL included */

/* Details of an error: what is wrong and where. Functions that take a pointer to
 * a fault fill it in on failure only; pass NULL if you do not need it. The
 * caller owns it. */
typedef struct rk_fault {
    rk_err err;
    size_t offset;                /* bytes from the start of the text */
    unsigned position_faults;     /* for RK_BAD_POSITION: the faults of position.h */
    char text[RK_FAULT_TEXT_MAX]; /* a message for players, NUL-terminated */
} rk_fault;

RK_END_C

#endif
