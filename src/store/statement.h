/* SPDX-License-Identifier: MIT */
/* The properties of each statement, without its SQL. */
#ifndef STORE_STATEMENT_H
#define STORE_STATEMENT_H

#include "store/store.h"

enum statement_kind { STATEMENT_READ, STATEMENT_MUST_CHANGE, STATEMENT_MAY_CHANGE };

struct statement_info {
    enum statement_kind kind;
    const char *name;
    const char *types; /* of its parameters: see statements.def */
};

extern const struct statement_info statement_infos[STATEMENT_COUNT];

#endif
