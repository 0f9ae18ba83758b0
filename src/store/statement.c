/* SPDX-License-Identifier: MIT */
#include "store/statement.h"

const struct statement_info statement_infos[STATEMENT_COUNT] = {
#define ROW(statement, kind, types, sql) [statement] = {kind, #statement, types},
#include "store/statements.def"
};
