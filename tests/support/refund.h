/* SPDX-License-Identifier: MIT */
/* Refunds of rating points, without the ban that they belong to. */
#ifndef SUPPORT_REFUND_H
#define SUPPORT_REFUND_H

#include "ratings/refunds.h"
#include "support/harness.h"

/* Refunds what the opponents of that account lost, and settles. Fails the test if the store does.
 */
struct refund_summary harness_refund(struct harness *harness, const char *cheater);

#endif
