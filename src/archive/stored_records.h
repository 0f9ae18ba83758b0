/* SPDX-License-Identifier: MIT */
/* Turns games of the store into records. Rows are copied on the server's thread, and parsed and
 * replayed on a worker thread. */
#ifndef ARCHIVE_STORED_RECORDS_H
#define ARCHIVE_STORED_RECORDS_H

#include "archive/game_record.h"
#include "store/store.h"

/* Appends a copy of the current row of STORE_GAME. */
void stored_records_copy_row(const struct store_job *job, struct buffer *rows);

/* Appends the records of the games in copied rows to those of their variants, as
 * game_record_variant() has them. Games that cannot be read, or do not belong into a database, are
 * left out. Returns false if memory runs out. */
RK_MUST_USE bool stored_records_convert(const struct buffer *rows,
                                        struct buffer records[RK_VARIANT_COUNT]);

/* The id of the game whose record, after its length, is at `record`, and the size of both. */
size_t stored_record_id(const uint8_t *record, char id[GAME_ID_SIZE + 1]);

#endif
