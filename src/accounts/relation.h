/* SPDX-License-Identifier: MIT */
/* What one account is to another, as a value: stored as a number. */
#ifndef ACCOUNTS_RELATION_H
#define ACCOUNTS_RELATION_H

enum relation { RELATION_NONE, RELATION_FOLLOWS, RELATION_BLOCKS };

#endif
