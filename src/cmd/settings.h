/* SPDX-License-Identifier: MIT */
/* The settings of a server: defaults, overridden by the configuration file, overridden by variables
 * of the environment, overridden by the command line. */
#ifndef CMD_SETTINGS_H
#define CMD_SETTINGS_H

#include "cmd/options.h"
#include "server/server.h"

enum { EXPLORERS_MAX = 16 }; /* opening databases */

struct settings {
    const char *listen, *data, *store, *node, *config, *public_url, *log, *trust_proxy;
    const char *tls_certificate, *tls_key, *redirect_listen;
    const char *syzygy;
    const char *explorer_files[EXPLORERS_MAX];
    struct option_list explorer; /* of those files */
    const char *bus, *bus_credentials, *bus_ca_file;
    const char *smtp_url, *smtp_user, *smtp_password_file, *smtp_ca_file, *mail_from;
    bool normal_sync, no_registration, no_guests, claim_fifty, no_limits, no_puzzle_search;
    const char *log_format;
    const char *metrics_from, *metrics_token;
    struct networks metrics_networks, trusted; /* metrics_from and trust_proxy, parsed */
    bool check_config;
    unsigned long connections, connections_per_address, anonymous_per_address;
    unsigned long plies, vacation_days, first_move[SPEED_COUNT], restart_grace, hash_ops, hash_mib;
    unsigned long engine_threads, engine_games, engine_games_each;
    unsigned long review_threads, review_queue, review_nodes;
    bool unreadable; /* set on failure: the file could not be opened */
    char *text;      /* of the file: the strings above point into it */
};

enum { SETTINGS_ERROR_SIZE = 512 };

/* Reads all settings. On failure `error` says where and what, unless it has been printed already:
 * then it is "". */
enum options_result settings_read(struct settings *out, int argc, char **argv, char *error,
                                  size_t size);
void settings_fini(struct settings *settings);

/* Parses the lines of a file. On failure `error` starts with "PATH:LINE: ". The text is modified,
 * and must live as long as the settings. */
bool settings_parse_lines(struct settings *settings, const char *path, char *text, char *error,
                          size_t size);

/* Finds an environment variable with the prefix of settings that names no setting. `out` receives
 * its name and the setting that was probably meant. */
bool settings_find_unknown_variable(char *out, size_t out_size);

/* Calls back for each setting that differs; `now`: a running server can follow the change. */
typedef void settings_change(void *context, const char *name, bool now);
void settings_compare(const struct settings *before, const struct settings *after,
                      settings_change *callback, void *context);

/* The configuration of the server; public_url is not set. */
struct server_config settings_config(const struct settings *settings);

#endif
