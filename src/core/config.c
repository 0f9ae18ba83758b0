/* SPDX-License-Identifier: MIT */
#include "core/config.h"

struct server_config server_config_default(void)
{
    return (struct server_config){.public_url = "",
                                  .server_name = "Rookery",
                                  .motd = "",
                                  .node_name = "local",
                                  .node_place = "",
                                  .node_address = "",
                                  .registration = true,
                                  .guests = true,
                                  .first_move_ms = {15000, 20000, 25000, 30000, 35000},
                                  .restart_grace_ms = 10000,
                                  .draw_at_fifty = true,
                                  .vacation_days = 30,
                                  .plies_max = 600,
                                  .hash_ops = PASSWORD_OPS,
                                  .hash_mib = PASSWORD_MIB,
                                  .find_puzzles = true,
                                  .poll_ms = 1000,
                                  .engine_games = 200,
                                  .anonymous_per_address = 100,
                                  .engine_games_each = 1,
                                  .review_threads = 1,
                                  .review_queue = 20};
}
