/* SPDX-License-Identifier: MIT */
/* Content negotiation: chooses the coding of a file for a client, uncompressed or compressed. */
#ifndef ASSETS_CONTENT_CODING_H
#define ASSETS_CONTENT_CODING_H

/* In the order of preference. */
enum content_coding { CODING_BROTLI, CODING_GZIP, CODING_IDENTITY, CODING_COUNT };

/* The name in headers: "br", "gzip", "identity"; static storage. */
const char *content_coding_name(enum content_coding coding);

/* Chooses by the value of an Accept-Encoding header among the available codings, a set of bits
 * 1 << coding. Identity is always available: a client that accepts nothing gets it, too. */
enum content_coding content_coding_choose(const char *accept, unsigned available);

#endif
