/* SPDX-License-Identifier: MIT */
/* The settings of a server: usual values, then those of its file, then those of the
 * command line. */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include "cmd/options.h"
#include "server/server.h"

struct settings {
    const char *listen, *data, *config, *public_url, *log;
    bool normal_sync, trust_proxy, no_registration, no_guests, claim_fifty, no_limits;
    unsigned long connections, plies, first_move[SPEED_COUNT], restart_grace, hash_ops, hash_mib;
    unsigned long engine_threads, engine_games, engine_games_each;
    char *text; /* the file's: behind the words above */
};

/* Reads them all; what cannot be read is complained of, with its place. */
enum options_result settings_read(struct settings *out, int argc, char **argv);
void settings_fini(struct settings *settings);

/* Takes the lines of a file; complains of the first that is wrong as "PATH:LINE: ..." and
 * returns false. The text is changed, and lives as long as the settings. */
bool settings_take_lines(struct settings *settings, const char *path, char *text);

/* What they mean to the server; public_url is left empty. */
struct server_config settings_config(const struct settings *settings);

#endif
