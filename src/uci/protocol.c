/* SPDX-License-Identifier: MIT */
/* Two threads: the caller's hears lines, ours obeys them one after another. What is said
 * while ours thinks either concerns its thinking, and is done at once, or waits. */
#include "uci/protocol.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "uci/engine.h"
#include "uci/queue.h"

enum { STACK_BYTES = 16 << 20 };

enum state { IDLE, BUSY, THINKING };

struct uci {
    struct uci_host host;
    struct mind *mind; /* our thread's */
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t mouth; /* held while something is said */
    bool silent;           /* under it */
    pthread_mutex_t mutex; /* for all below */
    pthread_cond_t changed;
    struct queue queue;
    enum state state;
    bool over;
    unsigned long thoughts; /* so far */
    rk_engine *engine;      /* while it thinks; NULL when it counts */
    bool has_end, ponders;  /* of what it thinks */
    bool stopped;
    bool hit_early; /* the move was played before the search that ponders on it began */
};

static void say(struct uci *uci, const char *line)
{
    pthread_mutex_lock(&uci->mouth);
    if (!uci->silent)
        uci->host.say(uci->host.context, line);
    pthread_mutex_unlock(&uci->mouth);
}

// ---- the thread that obeys -------------------------------------------------------------------

static void say_from_mind(void *context, const char *line)
{
    say(context, line);
}

static int64_t ask_time(void *context)
{
    const struct uci *uci = context;
    return uci->host.now(uci->host.context);
}

/* With the mutex held. */
static void take_hit(struct uci *uci)
{
    uci->ponders = uci->hit_early = false;
    rk_engine_ponderhit(uci->engine);
}

/* Announced before anybody can know of it: no stop is lost. */
static bool begin_thinking(void *context, rk_engine *engine, bool has_end, bool ponders)
{
    struct uci *uci = context;
    pthread_mutex_lock(&uci->mutex);
    const bool allowed = !uci->over;
    if (allowed) {
        uci->state = THINKING;
        uci->thoughts++;
        uci->engine = engine;
        uci->has_end = has_end;
        uci->ponders = ponders;
        uci->stopped = false;
        if (engine)
            rk_engine_announce(engine);
        if (ponders && uci->hit_early)
            take_hit(uci);
        pthread_cond_broadcast(&uci->changed);
    }
    pthread_mutex_unlock(&uci->mutex);
    return allowed;
}

static void end_thinking(void *context)
{
    struct uci *uci = context;
    pthread_mutex_lock(&uci->mutex);
    uci->state = BUSY;
    uci->engine = NULL;
    pthread_mutex_unlock(&uci->mutex);
}

static bool is_stopped(void *context)
{
    struct uci *uci = context;
    pthread_mutex_lock(&uci->mutex);
    const bool stopped = uci->stopped;
    pthread_mutex_unlock(&uci->mutex);
    return stopped;
}

static const char *const command_names[COMMAND_COUNT] = {
#define ROW(command, name, when) [command] = (name),
#include "uci/commands.def"
};

enum when { IN_ORDER, AT_ONCE };
static const enum when command_times[COMMAND_COUNT] = {
#define ROW(command, name, when) [command] = (when),
#include "uci/commands.def"
};

/* The first word that is a command: those before it are passed over, as UCI wants it. */
static enum command find_command(struct tokens *tokens)
{
    struct token word;
    while (token_next(tokens, &word))
        for (int i = 0; i < COMMAND_COUNT; i++)
            if (token_is(word, command_names[i]))
                return (enum command)i;
    return COMMAND_COUNT;
}

/* The next line, or NULL at the end. */
static struct queued_line *await_letter(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    while (!uci->queue.count && !uci->over) {
        uci->state = IDLE;
        uci->hit_early = false;
        pthread_cond_broadcast(&uci->changed);
        pthread_cond_wait(&uci->changed, &uci->mutex);
    }
    struct queued_line *queued_line = uci->over ? NULL : queue_pop(&uci->queue);
    uci->state = queued_line ? BUSY : IDLE;
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    return queued_line;
}

static void *obey_letters(void *context)
{
    struct uci *uci = context;
    struct queued_line *queued_line;
    while ((queued_line = await_letter(uci))) {
        struct tokens tokens = tokens_init(queued_line->text, queued_line->size);
        const enum command command = find_command(&tokens);
        mind_obey(uci->mind, command, tokens);
        free(queued_line);
    }
    return NULL;
}

// ---- the thread that hears -------------------------------------------------------------------

/* All of these with the mutex held. */

static void stop_thinking(struct uci *uci)
{
    if (uci->state != THINKING)
        return;
    uci->stopped = true;
    if (uci->engine)
        rk_engine_stop(uci->engine);
}

static bool is_endless(const struct uci *uci)
{
    return uci->state == THINKING && (!uci->has_end || uci->ponders);
}

static bool is_settled(const struct uci *uci)
{
    return uci->over || (uci->state == IDLE && !uci->queue.count);
}

static void await_obedience(struct uci *uci)
{
    while (!is_settled(uci) && uci->state != THINKING)
        pthread_cond_wait(&uci->changed, &uci->mutex);
}

static void stop(struct uci *uci)
{
    const unsigned long thought = uci->thoughts;
    stop_thinking(uci);
    while (!is_settled(uci) && uci->state != IDLE && uci->thoughts == thought)
        pthread_cond_wait(&uci->changed, &uci->mutex);
    await_obedience(uci);
}

/* If not what goes on now, then what waits may ponder. */
static void hit_ponder(struct uci *uci)
{
    if (uci->state == THINKING && uci->ponders)
        take_hit(uci);
    else
        uci->hit_early = uci->queue.count;
}

static bool post(struct uci *uci, enum command command, const char *line, size_t size)
{
    if ((command == COMMAND_GO || command == COMMAND_BENCH) && is_endless(uci))
        stop_thinking(uci);
    if (!queue_push(&uci->queue, line, size))
        return false;
    pthread_cond_broadcast(&uci->changed);
    await_obedience(uci);
    return true;
}

/* Waits for the thread; what it was thinking it ends at once. */
static void finish(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    uci->over = true;
    queue_clear(&uci->queue);
    stop_thinking(uci);
    pthread_cond_broadcast(&uci->changed);
    pthread_mutex_unlock(&uci->mutex);
    if (uci->has_thread)
        pthread_join(uci->thread, NULL);
    uci->has_thread = false;
}

static void complain_unknown(struct uci *uci, const char *line, size_t size)
{
    char printable[TOKEN_PRINTABLE_MAX],
        text[TOKEN_PRINTABLE_MAX + 64] = "info string unknown command: ";
    const struct token rest = token_rest(tokens_init(line, size));
    if (!rest.size)
        return;
    strcat(text, token_printable(rest, printable));
    say(uci, text);
}

/* What is done at once; false if it is to wait its turn. */
static bool obey_at_once(struct uci *uci, enum command command)
{
    if (command_times[command] == IN_ORDER ||
        (command == COMMAND_ISREADY && uci->state != THINKING))
        return false;
    if (command == COMMAND_STOP)
        stop(uci);
    else if (command == COMMAND_PONDERHIT)
        hit_ponder(uci);
    return true;
}

bool uci_handle_line(struct uci *uci, const char *line, size_t size)
{
    struct tokens tokens = tokens_init(line, size);
    if (!uci->has_thread)
        return false;
    if (size > UCI_LINE_MAX) {
        say(uci, "info string that line is too long, and was not read");
        return true;
    }
    const enum command command = find_command(&tokens);
    if (command == COMMAND_QUIT) {
        finish(uci);
        return false;
    }
    if (command == COMMAND_COUNT) {
        complain_unknown(uci, line, size);
        return true;
    }
    pthread_mutex_lock(&uci->mutex);
    const bool done = obey_at_once(uci, command);
    const bool posted = done || post(uci, command, line, size);
    pthread_mutex_unlock(&uci->mutex);
    if (done && command == COMMAND_ISREADY)
        say(uci, "readyok");
    if (!posted)
        say(uci, "info string too much waits for the end of the search: that was not read");
    return true;
}

void uci_finish(struct uci *uci)
{
    pthread_mutex_lock(&uci->mutex);
    while (!is_settled(uci)) {
        if (is_endless(uci))
            stop_thinking(uci);
        pthread_cond_wait(&uci->changed, &uci->mutex);
    }
    pthread_mutex_unlock(&uci->mutex);
    finish(uci);
}

// ---- life ------------------------------------------------------------------------------------

static rk_err start_thread(struct uci *uci)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    uci->state = BUSY;
    uci->has_thread = !pthread_create(&uci->thread, &attributes, obey_letters, uci);
    pthread_attr_destroy(&attributes);
    return uci->has_thread ? RK_OK : RK_NO_MEMORY;
}

rk_err uci_create(const struct uci_host *host, struct uci **out)
{
    struct uci *uci = calloc(1, sizeof *uci);
    if (!uci)
        return RK_NO_MEMORY;
    uci->host = *host;
    pthread_mutex_init(&uci->mouth, NULL);
    pthread_mutex_init(&uci->mutex, NULL);
    pthread_cond_init(&uci->changed, NULL);
    const struct mind_host mind_host = {.context = uci,
                                        .say = say_from_mind,
                                        .now = ask_time,
                                        .seed = host->seed,
                                        .hash_max = host->hash_max,
                                        .threads_max = host->threads_max,
                                        .begin = begin_thinking,
                                        .end = end_thinking,
                                        .is_stopped = is_stopped};
    rk_err err = mind_create(&mind_host, &uci->mind);
    if (!err)
        err = start_thread(uci);
    if (err)
        uci_destroy(uci);
    else
        *out = uci;
    return err;
}

void uci_destroy(struct uci *uci)
{
    if (!uci)
        return;
    pthread_mutex_lock(&uci->mouth);
    uci->silent = true;
    pthread_mutex_unlock(&uci->mouth);
    finish(uci);
    mind_destroy(uci->mind);
    pthread_cond_destroy(&uci->changed);
    pthread_mutex_destroy(&uci->mutex);
    pthread_mutex_destroy(&uci->mouth);
    free(uci);
}
