/* SPDX-License-Identifier: MIT */
/* How long positions are searched if nobody says otherwise. It has a header of its own for the
 * settings of the server. */
#ifndef REVIEW_DEFAULT_NODES_H
#define REVIEW_DEFAULT_NODES_H

enum { REVIEW_NODES_DEFAULT = 50000, REVIEW_NODES_MIN = 100 };

#endif
