/* SPDX-License-Identifier: MIT */
/* How many nodes a review searches for each position by default. In a header of its own, because
 * the settings of the server need nothing else of a review. */
#ifndef REVIEW_DEFAULT_NODES_H
#define REVIEW_DEFAULT_NODES_H

enum { REVIEW_NODES_DEFAULT = 50000, REVIEW_NODES_MIN = 100 };

#endif
