/* SPDX-License-Identifier: MIT */
/* The settings of a server: defaults, overridden by the configuration file, overridden by the
 * command line. */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include "cmd/options.h"
#include "server/server.h"

struct settings {
    const char *listen, *data, *config, *public_url, *log, *trust_proxy;
    const char *tls_certificate, *tls_key, *redirect_listen;
    const char *syzygy;
    const char *smtp_url, *smtp_user, *smtp_password_file, *mail_from;
    bool normal_sync, no_registration, no_guests, claim_fifty, no_limits;
    const char *metrics_from, *metrics_token;
    struct networks metrics_networks; /* metrics_from, parsed */
    unsigned long connections, connections_per_address, anonymous_per_address;
    unsigned long plies, first_move[SPEED_COUNT], restart_grace, hash_ops, hash_mib;
    unsigned long engine_threads, engine_games, engine_games_each;
    char *text; /* of the file: the strings above point into it */
};

/* Reads all settings. Errors are printed, with file and line. */
enum options_result settings_read(struct settings *out, int argc, char **argv);
void settings_fini(struct settings *settings);

/* Parses the lines of a file. Prints the first error as "PATH:LINE: ..." and returns false. The
 * text is modified, and must live as long as the settings. */
bool settings_parse_lines(struct settings *settings, const char *path, char *text);

/* The configuration of the server; public_url is not set. */
struct server_config settings_config(const struct settings *settings);

#endif
