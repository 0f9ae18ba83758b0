/* SPDX-License-Identifier: MIT */
/* The relation of one account to another, stored as a number. */
#ifndef ACCOUNTS_RELATION_H
#define ACCOUNTS_RELATION_H

enum relation { RELATION_NONE, RELATION_FOLLOWS, RELATION_BLOCKS };

#endif
