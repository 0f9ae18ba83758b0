/* SPDX-License-Identifier: MIT */
#include "rounds/conditional_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster/membership.h"
#include "cluster/shards.h"
#include "record/game_moves.h"
#include "rounds/owner_client.h"
#include "rounds/replica_link.h"
#include "rounds/reply.h"
#include "rounds/round.h"
#include "rounds/round_internal.h"

// ---- parsing ---------------------------------------------------------------------------------

struct line {
    char moves[CONDITIONAL_PLIES_MAX][RK_UCI_MAX];
    size_t count;
};

struct parse {
    const struct game_info *info;
    const rk_position *from;
    const char *text;
    size_t size, at;
    struct line lines[CONDITIONAL_LINES_MAX];
    size_t count;
    rk_fault *fault;
};

static rk_err refuse_line(struct parse *parse, rk_err err, const char *why)
{
    if (parse->fault) {
        *parse->fault = (rk_fault){.err = err, .offset = parse->at};
        snprintf(parse->fault->text, sizeof parse->fault->text, "line %zu: %.120s",
                 parse->count + 1, why);
    }
    return err;
}

static bool is_line_end(char c)
{
    return c == ',' || c == '\n' || c == '\r';
}

/* The size of the move at the current place; 0 at the end of the line. */
static size_t next_move_size(struct parse *parse)
{
    while (parse->at < parse->size && parse->text[parse->at] == ' ')
        parse->at++;
    size_t size = 0;
    while (parse->at + size < parse->size && parse->text[parse->at + size] != ' ' &&
           !is_line_end(parse->text[parse->at + size]))
        size++;
    return size;
}

static rk_err parse_move(struct parse *parse, struct line *line, rk_position *position, size_t size)
{
    rk_move move;
    rk_undo undo;
    rk_fault fault = {.text = ""};
    if (line->count == CONDITIONAL_PLIES_MAX)
        return refuse_line(parse, RK_BAD_SYNTAX, "a line can have at most 30 moves");
    const rk_err err =
        rk_san_parse(position, parse->text + parse->at, size, RK_NOTATION_PLAIN, &move, &fault);
    if (err)
        return refuse_line(parse, err, fault.text);
    game_move_write(parse->info, position, move, line->moves[line->count++]);
    rk_position_apply(position, move, &undo);
    parse->at += size;
    return RK_OK;
}

/* Two lines conflict if they agree up to a move of the opponent but have different replies. */
static bool lines_contradict(const struct line *a, const struct line *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (strcmp(a->moves[i], b->moves[i]) != 0)
            return i % 2 == 1;
    return false;
}

static rk_err check_line(struct parse *parse, const struct line *line)
{
    if (line->count % 2)
        return refuse_line(parse, RK_BAD_SYNTAX, "it must end with a move of your own");
    for (size_t i = 0; i < parse->count; i++)
        if (lines_contradict(&parse->lines[i], line))
            return refuse_line(parse, RK_BAD_SYNTAX,
                               "another line answers the same moves differently");
    return RK_OK;
}

static rk_err parse_line(struct parse *parse)
{
    rk_position position = *parse->from;
    struct line line = {.count = 0};
    for (size_t size; (size = next_move_size(parse));) {
        const rk_err err = parse_move(parse, &line, &position, size);
        if (err)
            return err;
    }
    if (!line.count)
        return RK_OK;
    if (parse->count == CONDITIONAL_LINES_MAX)
        return refuse_line(parse, RK_BAD_SYNTAX, "there can be at most 30 lines");
    const rk_err err = check_line(parse, &line);
    if (!err)
        parse->lines[parse->count++] = line;
    return err;
}

static void write_lines(const struct parse *parse, struct buffer *out)
{
    for (size_t i = 0; i < parse->count; i++)
        for (size_t j = 0; j < parse->lines[i].count; j++) {
            if (i || j)
                buffer_put(out, j ? ' ' : ',');
            buffer_add(out, parse->lines[i].moves[j], strlen(parse->lines[i].moves[j]));
        }
}

rk_err conditional_moves_parse(const struct game_info *info, const rk_position *from,
                               const char *text, size_t size, struct buffer *out, rk_fault *fault)
{
    struct parse *parse = calloc(1, sizeof *parse);
    if (!parse)
        return RK_NO_MEMORY;
    *parse = (struct parse){.info = info, .from = from, .text = text, .size = size, .fault = fault};
    rk_err err = RK_OK;
    while (!err && parse->at < size) {
        err = parse_line(parse);
        parse->at++; // the end of the line
    }
    if (!err)
        write_lines(parse, out);
    free(parse);
    return err;
}

// ---- the state -------------------------------------------------------------------------------

static void forget_lines(struct conditional_moves *moves)
{
    free(moves->lines);
    *moves = (struct conditional_moves){.lines = NULL};
}

void conditional_moves_free(struct round *round)
{
    forget_lines(&round->conditional[RK_WHITE]);
    forget_lines(&round->conditional[RK_BLACK]);
}

// Not strndup(): the sanitizers' strict string checks let it read only strings with a NUL.
char *conditional_lines_copy(const char *lines, size_t size)
{
    char *copy = calloc(size + 1, 1);
    if (copy)
        memcpy(copy, lines, size);
    return copy;
}

void conditional_moves_restore(struct round *round, rk_side side, size_t ply, const char *lines)
{
    forget_lines(&round->conditional[side]);
    round->conditional[side].lines = strdup(lines);
    round->conditional[side].ply = ply;
}

/* Writes the moves since the lines began; each is followed by a blank, so that "e7e8" is not a
 * prefix of "e7e8q". */
static void write_moves_since(const struct round *round, size_t ply, struct buffer *out)
{
    char uci[RK_UCI_MAX];
    size_t index = 0;
    for (size_t i = 0; i < rk_game_length(round->game); i++) {
        const rk_action *action = rk_game_action(round->game, i);
        if (action->kind != RK_ACT_MOVE || index++ < ply)
            continue;
        const rk_position *before = rk_game_position_before(round->game, i);
        buffer_add(out, uci, game_move_write(&round->info, before, action->move, uci));
        buffer_put(out, ' ');
    }
}

/* Calls `found` with what is left of each line that agrees with the moves played since. */
static void for_each_rest(const struct round *round, rk_side side,
                          void (*found)(void *context, const char *rest, size_t size),
                          void *context)
{
    const struct conditional_moves *moves = &round->conditional[side];
    struct buffer since = {0};
    if (!moves->lines)
        return;
    write_moves_since(round, moves->ply, &since);
    for (const char *line = moves->lines; *line;) {
        const size_t size = strcspn(line, ",");
        if (!since.failed && size > since.size && !memcmp(line, buffer_cstr(&since), since.size))
            found(context, line + since.size, size - since.size);
        line += size + (line[size] == ',');
    }
    buffer_fini(&since);
}

static void add_rest(void *context, const char *rest, size_t size)
{
    struct buffer *out = context;
    if (out->size)
        buffer_put(out, ',');
    buffer_add(out, rest, size);
}

void conditional_moves_write(const struct round *round, rk_side side, struct buffer *out)
{
    for_each_rest(round, side, add_rest, out);
}

// ---- setting ---------------------------------------------------------------------------------

struct set_request {
    struct pending_request request;
    char game[GAME_ID_SIZE + 1];
    rk_side side;
    size_t ply;
    reply_callback *callback;
    void *context;
    char lines[CONDITIONAL_TEXT_MAX + 1];
};

/* Why the lines were not written; REFUSED_BUSY: another node owns the game now. */
static enum refusal write_refusal(const struct round *round, enum store_outcome outcome)
{
    if (store_has_failed(outcome))
        return REFUSED_STORE;
    return round && !round_is_over(round) ? REFUSED_BUSY : REFUSED_OVER;
}

static void on_lines_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct set_request *set = context;
    struct server *server = set->request.server;
    struct round *round = server ? map_get(&server->rounds->by_id, set->game) : NULL;
    const bool done = round && outcome == STORE_DONE;
    const enum refusal refusal = done ? NOT_REFUSED : write_refusal(round, outcome);
    const struct reply reply = reply_make(refusal, NULL);
    if (done && *set->lines)
        conditional_moves_restore(round, set->side, set->ply, set->lines);
    else if (done)
        forget_lines(&round->conditional[set->side]);
    else if (refusal == REFUSED_BUSY)
        membership_invalidate(server);
    if (server)
        set->callback(set->context, &reply);
    if (done && !round_is_busy(round))
        round_continue(round); // the opponent may have moved meanwhile
    pending_destroy(&set->request);
}

static void bind_lines(struct store_job *job, const char *game, rk_side side, size_t ply,
                       const char *lines)
{
    store_bind_text(job, game);
    store_bind_integer(job, side);
    store_bind_integer(job, (int64_t)ply);
    store_bind_text(job, lines);
}

/* No lines replace those before, too, and are deleted then. */
static struct store_job *make_set_job(const struct round *round, const struct set_request *set)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_SET_CONDITIONAL);
    bind_lines(job, set->game, set->side, set->ply, set->lines);
    store_bind_integer(job, round->shard);
    store_bind_integer(job, shards_epoch(round->server, round->shard));
    if (!*set->lines) {
        store_call(job, STORE_DELETE_CONDITIONAL);
        bind_lines(job, set->game, set->side, set->ply, set->lines);
    }
    return job;
}

static void write_set(struct round *round, rk_side side, const char *lines,
                      reply_callback *callback, void *context)
{
    struct set_request *set = pending_create(&round->server->rounds->pending, sizeof *set);
    if (!set) {
        reply_refused(round, REFUSED_BUSY, NULL, callback, context);
        return;
    }
    memcpy(set->game, round->info.id, sizeof set->game);
    set->side = side;
    set->ply = game_plies(round->game);
    set->callback = callback;
    set->context = context;
    snprintf(set->lines, sizeof set->lines, "%s", lines);
    store_write(round->server->store, make_set_job(round, set), on_lines_written, set);
}

/* Why that person may not prepare moves now; NULL: they may. */
static const char *set_fault(const struct round *round, rk_side side)
{
    if (round_is_over(round))
        return "the game is over";
    if (round_has_clock(round))
        return "conditional moves are for correspondence games";
    if (side == round_turn(round))
        return "it is your turn: conditional moves answer the opponent's next move";
    if (game_info_engine_side(&round->info) != RK_NO_SIDE)
        return "conditional moves are for games against people";
    return NULL;
}

static void ask_owner(struct round *round, const struct identity *by, const char *text,
                      reply_callback *callback, void *context)
{
    struct owner_request request = {.kind = REQUEST_CONDITIONAL, .command.by = *by};
    memcpy(request.game, round->info.id, sizeof request.game);
    request.lines = text;
    request.lines_size = strlen(text);
    if (request.lines_size <= CONDITIONAL_TEXT_MAX)
        owner_client_send(round->server, &request, true, callback, context);
    else
        reply_refused(round, REFUSED_TOO_LARGE, NULL, callback, context);
}

void conditional_moves_set(struct round *round, const struct identity *by, const char *text,
                           reply_callback *callback, void *context)
{
    const rk_side side = game_info_side(&round->info, by->id);
    const char *why = side == RK_NO_SIDE ? NULL : set_fault(round, side);
    struct buffer lines = {0};
    rk_fault fault = {.text = "the server is out of memory"};
    if (replica_is_remote(round))
        ask_owner(round, by, text, callback, context);
    else if (side == RK_NO_SIDE)
        reply_refused(round, REFUSED_FORBIDDEN, "this is not your game", callback, context);
    else if (why)
        reply_refused(round, REFUSED_NOT_NOW, why, callback, context);
    else if (conditional_moves_parse(&round->info, rk_game_position(round->game), text,
                                     strlen(text), &lines, &fault))
        reply_refused(round, REFUSED_ILLEGAL, fault.text, callback, context);
    else if (lines.failed || lines.size > CONDITIONAL_TEXT_MAX)
        reply_refused(round, REFUSED_BUSY, NULL, callback, context);
    else
        write_set(round, side, buffer_cstr(&lines), callback, context);
    buffer_fini(&lines);
}

// ---- playing ---------------------------------------------------------------------------------

struct reply_search {
    size_t rests; /* lines that are still valid */
    char move[RK_UCI_MAX];
};

static void find_reply(void *context, const char *rest, size_t size)
{
    struct reply_search *search = context;
    const size_t length = strcspn(rest, " ,");
    if (!search->rests++ && length <= size && length < sizeof search->move)
        memcpy(search->move, rest, length);
}

static void delete_lines(struct round *round, rk_side side)
{
    const struct conditional_moves *moves = &round->conditional[side];
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_CONDITIONAL);
    bind_lines(job, round->info.id, side, moves->ply, moves->lines);
    store_write(round->server->store, job, NULL, NULL);
    forget_lines(&round->conditional[side]);
}

/* A reply is tried once for each version of the game; a failing store is tried again later. */
static void on_reply_played(void *context, const struct reply *reply)
{
    struct round *round = context;
    if (reply->refusal == REFUSED_STORE)
        round->conditional_tried = 0;
}

void conditional_moves_continue(struct round *round)
{
    if (round_is_over(round)) {
        conditional_moves_free(round); // their rows went with the last move
        return;
    }
    const rk_side turn = round_turn(round);
    if (!round->conditional[turn].lines || round->stalled_since || round_is_leaving(round) ||
        round->conditional_tried == round_version(round))
        return;
    struct reply_search search = {.rests = 0};
    for_each_rest(round, turn, find_reply, &search);
    if (!search.rests) {
        delete_lines(round, turn);
        return;
    }
    struct command command = {.verb = VERB_MOVE, .by = round->info.players[turn], .version = -1};
    memcpy(command.move, search.move, sizeof search.move);
    round->conditional_tried = round_version(round);
    round_command(round, &command, on_reply_played, round);
}
