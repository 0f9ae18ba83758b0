/* SPDX-License-Identifier: MIT */
/* Deliberate bugs, preloaded into a node, for the controls of tests/cluster/run: a drill that does
 * not report them would not report the server's own bugs either. They change what the node asks
 * libpq to do. The file SABOTAGE_FILE, which may change, names the bug; without it nothing changes.
 *
 * early-ack: COMMIT is held back for a while, but reported as done. A node that is killed then has
 * acknowledged moves that nobody has stored.
 * no-fence: appends ignore the version of the log and the epoch of the shard. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOLD_MS = 1000, SQL_SIZE = 8000 };

/* Of a thread, which has one connection. */
static _Thread_local struct {
    bool writes;     /* the transaction is not for reading only */
    bool held;       /* a COMMIT was held back */
    bool pretends;   /* the last COMMIT was */
    long long since; /* of the first one that was */
} state;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool is_on(const char *bug)
{
    const char *path = getenv("SABOTAGE_FILE");
    char text[32] = "";
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!file)
        return false;
    const bool found = fgets(text, sizeof text, file) && !strcmp(text, bug);
    fclose(file);
    return found;
}

// ---- early-ack --------------------------------------------------------------------------------

static long long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

static bool holds_commit(void)
{
    if (!state.writes || !is_on("early-ack"))
        return state.held = false;
    if (!state.held)
        state.since = now_ms();
    return state.held = now_ms() - state.since < HOLD_MS;
}

int PQsendQueryParams(PGconn *connection, const char *command, int count, const Oid *types,
                      const char *const *values, const int *sizes, const int *formats, int format)
{
    state.pretends = false;
    if (!strncmp(command, "BEGIN", 5))
        state.writes = !command[5];
    else if (!strcmp(command, "ROLLBACK"))
        state.held = false;
    else if (!strcmp(command, "COMMIT") && (state.pretends = holds_commit()))
        command = "SET jit = off";
    return REAL(PQsendQueryParams)(connection, command, count, types, values, sizes, formats,
                                   format);
}

char *PQcmdStatus(PGresult *result)
{
    static char commit[] = "COMMIT";
    char *status = REAL(PQcmdStatus)(result);
    return state.pretends && !strcmp(status, "SET") ? commit : status;
}

PGTransactionStatusType PQtransactionStatus(const PGconn *connection)
{
    const PGTransactionStatusType status = REAL(PQtransactionStatus)(connection);
    return status == PQTRANS_INTRANS && state.held ? PQTRANS_IDLE : status;
}

void PQfinish(PGconn *connection)
{
    state.held = false;
    REAL(PQfinish)(connection);
}

// ---- no-fence ---------------------------------------------------------------------------------

/* Replaces the first occurrence, if there is one. */
static bool replace(char sql[SQL_SIZE], const char *old, const char *new)
{
    char *at = strstr(sql, old);
    char rest[SQL_SIZE];
    if (!at)
        return false;
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, SQL_SIZE - (size_t)(at - sql), "%s%s", new, rest);
    return true;
}

/* A statement that has changed would make the control a drill like any other. */
static void must_replace(char sql[SQL_SIZE], const char *old, const char *new)
{
    if (replace(sql, old, new))
        return;
    fprintf(stderr, "sabotage: \"%s\" is missing in: %s\n", old, sql);
    abort();
}

static void remove_fence(char sql[SQL_SIZE])
{
    static const char epoch[] = "AND EXISTS (SELECT 1 FROM shard WHERE id = $5 AND epoch = $6)";
    if (!strncmp(sql, "UPDATE game_part SET last", 25)) {
        must_replace(sql, "AND last = $3 - 1", "");
        must_replace(sql, epoch, "");
    } else if (!strncmp(sql, "INSERT INTO game_part", 21) && replace(sql, epoch, ""))
        must_replace(sql, "ON CONFLICT DO NOTHING",
                     "ON CONFLICT (game, part) DO UPDATE SET last = excluded.last, "
                     "events = game_part.events || excluded.events");
    else if (!strncmp(sql, "UPDATE game SET ended_at", 24))
        must_replace(sql, "AND EXISTS (SELECT 1 FROM shard WHERE id = $7 AND epoch = $8)", "");
}

int PQsendPrepare(PGconn *connection, const char *name, const char *query, int count,
                  const Oid *types)
{
    char sql[SQL_SIZE];
    snprintf(sql, sizeof sql, "%s", query);
    if (is_on("no-fence"))
        remove_fence(sql);
    return REAL(PQsendPrepare)(connection, name, sql, count, types);
}
