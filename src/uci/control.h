/* SPDX-License-Identifier: MIT */
/* The state that the two threads of the protocol share: the command queue, the state of the search,
 * and the output. The input thread posts commands and stops searches; the engine thread takes
 * commands off the queue and runs searches. */
#ifndef UCI_CONTROL_H
#define UCI_CONTROL_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/buffer.h"
#include "rookery/engine.h"
#include "uci/command.h"
#include "uci/host.h"

enum control_state { CONTROL_IDLE, CONTROL_BUSY, CONTROL_SEARCHING };

struct control {
    struct uci_host host;
    pthread_mutex_t output_mutex; /* protects `muted`; one line at a time */
    bool muted;
    atomic_bool stopped;   /* the running search must stop */
    pthread_mutex_t mutex; /* protects everything below */
    pthread_cond_t changed;
    struct command_queue queue;
    enum control_state state; /* of the engine thread */
    bool closed;
    unsigned long searches; /* started so far */
    rk_engine *engine;      /* the one that searches; NULL for perft */
    bool has_end, is_pondering;
    bool has_move;        /* the search has found one */
    bool early_ponderhit; /* `ponderhit` arrived before its ponder search had started */
};

void control_init(struct control *control, const struct uci_host *host);
void control_fini(struct control *control);

// ---- from either thread ----------------------------------------------------------------------

int64_t control_now(const struct control *control);
void control_write(struct control *control, const char *line);
/* Writes the buffer and empties it. Writes nothing if the buffer has failed. */
void control_write_buffer(struct control *control, struct buffer *buffer);
void control_write_info(struct control *control, const char *text); /* as `info string` */
void control_mute(struct control *control);                         /* drops further output */

// ---- from the engine thread ------------------------------------------------------------------

/* Waits for the next command, which the caller must free(). NULL once control is closed. */
struct queued_command *control_next_command(struct control *control);

/* Marks the start of something long that `stop` can end: a search by `engine`, or perft if it is
 * NULL. False if control is closed: then it must not start. Otherwise call
 * control_end_search() at its end. */
RK_MUST_USE bool control_begin_search(struct control *control, rk_engine *engine, bool has_end,
                                      bool ponder);
void control_end_search(struct control *control);
/* The running search has found a move, or that there is none: now the end of input may end it. */
void control_note_move(struct control *control);

// ---- from the input thread -------------------------------------------------------------------

enum control_post_result {
    CONTROL_POSTED,
    CONTROL_QUEUE_FULL,
    CONTROL_IN_SEARCH /* `isready` during a search is not queued: answer it at once */
};

/* Queues a command. Returns when the command is done or a search is running. `go` and `bench` first
 * stop a search that would never end. */
enum control_post_result control_post(struct control *control, enum command command,
                                      struct tokens arguments);

/* Stops the search and waits until its result is written. */
void control_stop(struct control *control);
void control_ponderhit(struct control *control);

/* Waits until all queued commands are done. Stops searches that would never end, and after
 * `grace_ms` all others, as soon as they have found a move. Never stops perft and bench. */
void control_drain(struct control *control, int64_t grace_ms);

/* Drops queued commands and stops the search; the engine thread ends. */
void control_close(struct control *control);

#endif
