/* SPDX-License-Identifier: MIT */
/* Prepares a module of which the rules are a part: the TypeScript beside it calls init() first. */
#include "export.h"
#include "rules/tables.h"

void EXPORT(init)(void)
{
    tables_compute();
}
