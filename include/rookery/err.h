/* SPDX-License-Identifier: MIT */
/* Errors: a code for programs, a sentence for people, and for texts the place. */
#ifndef ROOKERY_ERR_H
#define ROOKERY_ERR_H

#include <stddef.h>

#include "rookery/base.h"

RK_BEGIN_C

/* RK_OK is zero, so `if (err)` reads as it should. */
typedef enum rk_err {
#define ROW(err, class, text) err,
#include "rookery/errors.def"
} rk_err;

typedef enum rk_err_class {
    RK_NO_ERROR,
    RK_SYNTAX,       /* this is not what it should be: "Zf3" */
    RK_ILLEGAL,      /* it can be read, but not done here: "Ke3" */
    RK_AMBIGUOUS,    /* it can be read in two ways: "Nd2" with two knights */
    RK_SYSTEM_FAILED /* memory, disk, network */
} rk_err_class;

/* A sentence for a person. Static storage; never NULL. */
const char *rk_err_text(rk_err err);
rk_err_class rk_err_class_of(rk_err err);

/* What exactly is wrong with a text, and where. The caller owns it; every
 * function that takes one also takes NULL. Written on failure only. */
enum { RK_FAULT_TEXT_MAX = 160 };
typedef struct rk_fault {
    rk_err err;
    size_t offset;                /* bytes from the start of the text */
    unsigned position_faults;     /* for RK_BAD_POSITION: all of them, see position.h */
    char text[RK_FAULT_TEXT_MAX]; /* words a player understands, NUL-terminated */
} rk_fault;

RK_END_C

#endif
