/* SPDX-License-Identifier: MIT */
/* Several whole servers on one store, connected by a bus. Their time passes together, and that of
 * the database with it, when the test says so. */
#ifndef SUPPORT_CLUSTER_H
#define SUPPORT_CLUSTER_H

#include "cluster/cluster_table.h"
#include "support/fake_network.h"
#include "support/harness.h"

enum { CLUSTER_NODES = 3 };

struct cluster_member {
    struct harness harness;
    bool is_frozen; /* its process is stopped: nothing happens there */
    int64_t skew;   /* how far its clock is ahead */
};

struct cluster {
    struct fake_network network;
    struct store *database;
    struct cluster_member members[CLUSTER_NODES];
    int64_t now;
};

/* Opens the database, but no server. */
void cluster_open(struct cluster *cluster);
void cluster_close(struct cluster *cluster);

/* Starts a server, or starts it again after it was killed. */
void cluster_start(struct cluster *cluster, size_t index);
/* Kills a server. What it was writing is lost. */
void cluster_kill(struct cluster *cluster, size_t index);
bool cluster_runs(const struct cluster *cluster, size_t index); /* neither killed nor frozen */

/* Does everything that can be done without time passing. */
void cluster_settle(struct cluster *cluster);
void cluster_wait(struct cluster *cluster, int64_t ms);

struct server *cluster_server(struct cluster *cluster, size_t index);

/* Starts all nodes, and waits until each has its share of the games and the first one the lobby. */
void cluster_start_all(struct cluster *cluster);
struct cluster_table cluster_read_table(struct cluster *cluster);
/* Hands the lobby over to a node, and waits until it has it. */
void cluster_move_lobby(struct cluster *cluster, size_t to);
/* The games that the nodes which run have started. */
size_t cluster_count_games(struct cluster *cluster);

#endif
