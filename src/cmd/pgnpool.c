/* SPDX-License-Identifier: MIT */
#include "cmd/pgnpool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "cmd/stream.h"
#include "platform/monotonic.h"

enum {
    PIECE_SIZE = 256 << 10, /* enough work to be worth handing over, little enough to forget */
    TAGLESS_SIZE = 1 << 20, /* so much without a tag: other signs of an end must do */
    THREADS_MAX = 256,
    SPARE_SLOTS = 2, /* filled or emptied while all threads work */
    LOOK_BACK = 16 << 10,
    BORDER_MARGIN = 512 /* what lies closer to the end may be half a line */
};

enum slot_state { SLOT_EMPTY, SLOT_FILLED, SLOT_TAKEN, SLOT_DONE };

struct slot {
    enum slot_state state;
    struct piece piece;
    size_t room; /* of piece.text */
    void *result;
};

// ---- cutting ---------------------------------------------------------------------------------

struct cutter {
    const struct pool_plan *plan;
    size_t next_file;
    struct input *input; /* NULL: the next file is to be opened */
    const char *name;
    rk_pgn_place place; /* of what comes next */
    bool file_begins;
    bool skipping; /* the rest of a game that is too long */
    bool failed;   /* a file could not be read */
    char *carry;   /* read, but behind the last border */
    size_t carry_size, carry_room;
    uint64_t bytes; /* read so far */
};

/* As the reader counts them: a line ends with LF, CR or both. */
static uint64_t count_lines(const char *text, size_t size)
{
    uint64_t lines = size && (*text == '\n' || *text == '\r');
    for (size_t i = 1; i < size; i++)
        lines += (text[i] == '\r') | ((text[i] == '\n') & (text[i - 1] != '\r'));
    return lines;
}

static void complain(struct cutter *cutter, const char *why)
{
    fprintf(stderr, "rookery %s: %s: %s\n", cutter->plan->command, cutter->name, why);
    cutter->failed = true;
}

static void close_file(struct cutter *cutter)
{
    input_close(cutter->input);
    cutter->input = NULL;
    cutter->carry_size = 0;
    cutter->skipping = false;
}

/* The next file that can be opened; false if there is none. */
static bool open_file(struct cutter *cutter)
{
    const size_t count = cutter->plan->file_count ? cutter->plan->file_count : 1;
    while (!cutter->input && cutter->next_file < count) {
        const size_t index = cutter->next_file++;
        const char *file = cutter->plan->file_count ? cutter->plan->files[index] : "-";
        cutter->name = strcmp(file, "-") ? file : "standard input";
        cutter->place = (rk_pgn_place){0};
        cutter->file_begins = true;
        cutter->input = input_open(file);
        if (!cutter->input) {
            complain(cutter, "there is not enough memory");
        } else if (input_problem(cutter->input)) {
            complain(cutter, input_problem(cutter->input));
            close_file(cutter);
        }
    }
    return cutter->input;
}

static bool make_room(char **text, size_t *room, size_t wanted)
{
    if (*room >= wanted)
        return true;
    char *larger = realloc(*text, wanted);
    if (!larger)
        return false;
    *text = larger;
    *room = wanted;
    return true;
}

/* The last border of games in a text, 0 if there is none inside it. Looked for from near the end,
 * and from further off while nothing is found. */
static size_t find_border(const char *text, size_t size)
{
    const size_t limit = size > BORDER_MARGIN ? size - BORDER_MARGIN : 0;
    for (size_t back = LOOK_BACK;; back *= 4) {
        const size_t from = back < limit ? limit - back : 1;
        size_t found = 0;
        for (size_t at = from; at < limit; at++) {
            at = rk_pgn_next_game(text, size, at);
            if (at < limit)
                found = at;
        }
        if (found || from == 1)
            return found;
    }
}

static bool ends_with(const char *text, size_t size, const char *word)
{
    return size >= strlen(word) && !memcmp(text + size - strlen(word), word, strlen(word));
}

/* For files without tags: the last empty line behind a result, 0 if there is none. */
static size_t find_end_of_game(const char *text, size_t size)
{
    for (size_t at = size; at > 2; at--) {
        if (text[at - 1] != '\n')
            continue;
        size_t end = at - 1;
        while (end && (text[end - 1] == '\r' || text[end - 1] == ' '))
            end--;
        if (!end || text[end - 1] != '\n')
            continue;
        while (end && strchr("\r\n ", text[end - 1]) && text[end - 1])
            end--;
        if (ends_with(text, end, "1-0") || ends_with(text, end, "0-1") ||
            ends_with(text, end, "1/2-1/2") || ends_with(text, end, " *"))
            return at;
    }
    return 0;
}

/* Reads up to `wanted` bytes into the slot; false without memory. */
static bool read_into(struct cutter *cutter, struct slot *slot, size_t wanted)
{
    if (!make_room(&slot->piece.text, &slot->room, wanted))
        return false;
    struct piece *piece = &slot->piece;
    const size_t got = input_read(cutter->input, piece->text + piece->size, wanted - piece->size);
    cutter->bytes += got;
    piece->size += got;
    return true;
}

static bool keep_rest(struct cutter *cutter, struct piece *piece, size_t border)
{
    cutter->carry_size = piece->size - border;
    if (!make_room(&cutter->carry, &cutter->carry_room, cutter->carry_size))
        return false;
    memcpy(cutter->carry, piece->text + border, cutter->carry_size);
    piece->size = border;
    return true;
}

static void advance(struct cutter *cutter, const struct piece *piece)
{
    cutter->place.line += count_lines(piece->text, piece->size);
    cutter->place.offset += piece->size;
    cutter->file_begins = false;
}

/* Fills a slot up to the last border in it, making it larger while there is none. */
static bool cut_piece(struct cutter *cutter, struct slot *slot)
{
    struct piece *piece = &slot->piece;
    piece->cut_short = false;
    for (size_t wanted = PIECE_SIZE;; wanted *= 2) {
        if (wanted <= piece->size)
            continue;
        if (!read_into(cutter, slot, wanted))
            return false;
        if (piece->size < wanted)
            return true;
        size_t border = find_border(piece->text, piece->size);
        if (!border && wanted >= TAGLESS_SIZE)
            border = find_end_of_game(piece->text, piece->size);
        if (border)
            return keep_rest(cutter, piece, border);
        if (wanted >= POOL_GAME_MAX) {
            piece->cut_short = true;
            return true;
        }
    }
}

/* Begins a slot with what was left of the last. */
static bool start_piece(struct cutter *cutter, struct slot *slot)
{
    slot->piece.size = cutter->carry_size;
    if (!make_room(&slot->piece.text, &slot->room, cutter->carry_size))
        return false;
    if (cutter->carry_size)
        memcpy(slot->piece.text, cutter->carry, cutter->carry_size);
    cutter->carry_size = 0;
    slot->piece.name = cutter->name;
    slot->piece.start = cutter->place;
    slot->piece.file_begins = cutter->file_begins;
    return true;
}

/* Leaves out the text before the next game; what is cut stays for the next piece. */
static bool skip_rest(struct cutter *cutter, struct slot *slot)
{
    struct piece *piece = &slot->piece;
    if (!read_into(cutter, slot, PIECE_SIZE))
        return false;
    const bool at_end = piece->size < PIECE_SIZE;
    const size_t next = rk_pgn_next_game(piece->text, piece->size, 1);
    const size_t safe =
        piece->size > BORDER_MARGIN && !at_end ? piece->size - BORDER_MARGIN : piece->size;
    const size_t border = next <= safe ? next : safe;
    cutter->skipping = next > safe && !at_end;
    if (!keep_rest(cutter, piece, border))
        return false;
    advance(cutter, piece);
    return true;
}

/* False at the end of all files, and without memory. */
static bool next_piece(struct cutter *cutter, struct slot *slot)
{
    while (open_file(cutter)) {
        const bool skipping = cutter->skipping;
        const bool read = start_piece(cutter, slot) &&
                          (skipping ? skip_rest(cutter, slot) : cut_piece(cutter, slot));
        if (!read) {
            complain(cutter, "there is not enough memory");
            return false;
        }
        if (input_problem(cutter->input)) {
            complain(cutter, input_problem(cutter->input));
            close_file(cutter);
            continue;
        }
        if (skipping)
            continue;
        if (!slot->piece.size) {
            close_file(cutter);
            continue;
        }
        advance(cutter, &slot->piece);
        cutter->skipping = slot->piece.cut_short;
        return true;
    }
    return false;
}

// ---- working ---------------------------------------------------------------------------------

/* Slots are a ring: filled at `head`, taken by threads at `next`, emptied at `tail`. */
struct pool {
    const struct pool_job *job;
    struct slot *slots;
    size_t slot_count;
    size_t head, next, tail;
    bool closing;
    pthread_mutex_t lock;
    pthread_cond_t filled, done;
    pthread_t threads[THREADS_MAX];
    unsigned thread_count;
};

static struct slot *slot_at(const struct pool *pool, size_t number)
{
    return &pool->slots[number % pool->slot_count];
}

static void *work(void *data)
{
    struct pool *pool = data;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (pool->next == pool->head && !pool->closing)
            pthread_cond_wait(&pool->filled, &pool->lock);
        if (pool->closing)
            break;
        struct slot *slot = slot_at(pool, pool->next++);
        slot->state = SLOT_TAKEN;
        pthread_mutex_unlock(&pool->lock);
        pool->job->work(&slot->piece, slot->result, pool->job->data);
        pthread_mutex_lock(&pool->lock);
        slot->state = SLOT_DONE;
        pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void give_out(struct pool *pool)
{
    struct slot *slot = slot_at(pool, pool->head);
    if (!pool->thread_count)
        pool->job->work(&slot->piece, slot->result, pool->job->data);
    pthread_mutex_lock(&pool->lock);
    slot->state = pool->thread_count ? SLOT_FILLED : SLOT_DONE;
    pool->head++;
    pthread_cond_signal(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
}

/* Waits for the oldest piece and finishes it; false if no more is wanted. */
static bool take_in(struct pool *pool)
{
    struct slot *slot = slot_at(pool, pool->tail);
    pthread_mutex_lock(&pool->lock);
    while (slot->state != SLOT_DONE)
        pthread_cond_wait(&pool->done, &pool->lock);
    slot->state = SLOT_EMPTY;
    pthread_mutex_unlock(&pool->lock);
    pool->tail++;
    return pool->job->finish(&slot->piece, slot->result, pool->job->data);
}

// ---- the whole -------------------------------------------------------------------------------

struct watch {
    bool wanted, shown;
    double next;
};

static void show_progress(struct watch *watch, uint64_t bytes)
{
    if (!watch->wanted || monotonic_seconds() < watch->next)
        return;
    watch->next = monotonic_seconds() + 0.2;
    watch->shown = true;
    fprintf(stderr, "\r%.1f MB read ", (double)bytes / 1e6);
}

static void drive(struct pool *pool, struct cutter *cutter, bool progress)
{
    struct watch watch = {.wanted = progress, .next = monotonic_seconds() + 1};
    bool wanted = true;
    while (wanted && next_piece(cutter, slot_at(pool, pool->head))) {
        give_out(pool);
        // One slot must stay free for the piece that is cut next.
        while (wanted && pool->head - pool->tail >= pool->slot_count)
            wanted = take_in(pool);
        show_progress(&watch, cutter->bytes);
    }
    while (wanted && pool->tail < pool->head)
        wanted = take_in(pool);
    if (watch.shown)
        fputs("\r\033[K", stderr);
}

static bool make_slots(struct pool *pool, unsigned threads)
{
    pool->slot_count = threads > 1 ? threads + SPARE_SLOTS : 1;
    pool->slots = calloc(pool->slot_count, sizeof *pool->slots);
    for (size_t i = 0; pool->slots && i < pool->slot_count; i++) {
        pool->slots[i].result = calloc(1, pool->job->result_size);
        if (!pool->slots[i].result)
            return false;
    }
    return pool->slots;
}

// One thread is the calling one: nothing has to be handed over then.
static void start_threads(struct pool *pool, unsigned wanted)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->filled, NULL);
    pthread_cond_init(&pool->done, NULL);
    while (wanted > 1 && pool->thread_count < wanted && pool->thread_count < THREADS_MAX &&
           !pthread_create(&pool->threads[pool->thread_count], NULL, work, pool))
        pool->thread_count++;
}

static void stop_threads(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->filled);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->filled);
    pthread_mutex_destroy(&pool->lock);
}

static void free_slots(struct pool *pool)
{
    for (size_t i = 0; pool->slots && i < pool->slot_count; i++) {
        struct slot *slot = &pool->slots[i];
        if (slot->result && pool->job->release)
            pool->job->release(slot->result);
        free(slot->result);
        free(slot->piece.text);
    }
    free(pool->slots);
}

int pool_run(const struct pool_plan *plan, const struct pool_job *job)
{
    struct cutter cutter = {.plan = plan};
    struct pool *pool = calloc(1, sizeof *pool);
    bool ready = pool;
    if (pool) {
        pool->job = job;
        ready = make_slots(pool, plan->threads);
    }
    if (ready) {
        start_threads(pool, plan->threads);
        drive(pool, &cutter, plan->progress);
        stop_threads(pool);
    } else {
        fprintf(stderr, "rookery %s: there is not enough memory\n", plan->command);
    }
    close_file(&cutter);
    free(cutter.carry);
    if (pool)
        free_slots(pool);
    free(pool);
    return ready && !cutter.failed ? EXIT_OK : EXIT_SYSTEM_ERROR;
}
