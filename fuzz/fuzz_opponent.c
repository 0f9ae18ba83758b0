/* SPDX-License-Identifier: MIT */
/* Engines of others in a match: what one says is the input, line by line, to the UCI and to the
 * xboard protocol. Whatever it is, each question is answered in its time, and what comes of it can
 * be printed and reckoned with. In place of the process there is one made of the input. */
#include "uci/process.h"

#include "fuzz.h"
#include "uci/external.h"
#include "uci/xboard.h"

enum { QUESTIONS = 3, WAIT = 200, PATIENCE = 100, SLACK = 20000 };

struct process {
    struct input in;
    char line[PROCESS_LINE_MAX + 1];
};

static struct input said;
static int64_t moment;

static int64_t now(void *context)
{
    (void)context;
    return moment;
}

rk_err process_start(const struct process_options *options, struct process **out, char *why,
                     size_t why_size)
{
    (void)options, (void)why, (void)why_size;
    struct process *process = calloc(1, sizeof *process);
    CHECK(process);
    process->in = said;
    *out = process;
    return RK_OK;
}

bool process_write_line(struct process *process, const char *line, int64_t deadline)
{
    (void)deadline;
    CHECK(*line);
    return process->in.size;
}

/* A line takes as many milliseconds as it has bytes: a flood ends some time. A zero is silence. */
enum process_status process_read_line(struct process *process, int64_t deadline, const char **out)
{
    struct input *in = &process->in;
    size_t size = 0;
    if (!in->size)
        return PROCESS_ENDED;
    if (!*in->data) {
        take(in);
        moment = deadline > moment ? deadline : moment;
        return PROCESS_TIMED_OUT;
    }
    while (in->size && *in->data && *in->data != '\n' && size < PROCESS_LINE_MAX)
        process->line[size++] = (char)take(in);
    if (in->size && *in->data == '\n')
        take(in);
    process->line[size] = '\0';
    moment += (int64_t)size + 1;
    *out = process->line;
    return PROCESS_LINE;
}

void process_stop(struct process *process, int64_t timeout)
{
    (void)timeout;
    free(process);
}

static void check_text(const char *text)
{
    for (; *text; text++)
        CHECK((uint8_t)*text >= ' ' && *text != 0x7f);
}

static void check_move(const char *move)
{
    const size_t size = strnlen(move, 8);
    CHECK(size == 4 || size == 5);
    check_text(move);
}

static void check_answer(enum external_result result, const struct external_reply *answer,
                         int64_t asked)
{
    CHECK(result <= EXTERNAL_INVALID_MOVE);
    if (result == EXTERNAL_REPLIED)
        check_move(answer->best);
    if (*answer->ponder)
        check_move(answer->ponder);
    CHECK(abs(answer->score) <= RK_MATE && answer->depth <= 1000);
    CHECK(answer->elapsed >= 0 && moment - asked <= SLACK);
}

/* The first question is of a clock, the next of a depth. */
static rk_search_limits limits_of(int question)
{
    rk_search_limits limits = {.timed = !question, .depth = question ? 5 : 0};
    limits.left[RK_WHITE] = limits.left[RK_BLACK] = 60000;
    return limits;
}

static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

static void speak_uci(const struct external_options *options, rk_variant variant)
{
    struct external *external;
    char why[200] = "";
    if (external_start(options, &external, why, sizeof why)) {
        CHECK(*why);
        return;
    }
    CHECK(strlen(external_name(external)) < 128);
    check_text(external_name(external));
    bool ready = external_new_game(external, variant);
    for (int i = 0; i < QUESTIONS && ready && external_is_alive(external); i++) {
        struct external_reply answer;
        const rk_search_limits limits = limits_of(i);
        const int64_t asked = moment;
        check_answer(external_search(external, i ? fen : NULL, "", &limits, WAIT, &answer), &answer,
                     asked);
    }
    external_stop(external);
}

static void speak_xboard(const struct external_options *options)
{
    struct xboard *xboard;
    char why[200] = "";
    if (xboard_start(options, &xboard, why, sizeof why)) {
        CHECK(*why);
        return;
    }
    CHECK(strlen(xboard_name(xboard)) < 128);
    check_text(xboard_name(xboard));
    bool ready = xboard_new_game(xboard, RK_STANDARD);
    for (int i = 0; i < QUESTIONS && ready; i++) {
        struct external_reply answer;
        const rk_search_limits limits = limits_of(i);
        const int64_t asked = moment;
        check_answer(xboard_search(xboard, fen, i ? "e8e7 e2e4" : "", &limits, WAIT, &answer),
                     &answer, asked);
    }
    xboard_stop(xboard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const settings[] = {"Hash=16", "Clear", NULL};
    struct input in = {data, size};
    const bool uci = take(&in) != 'x';
    const rk_variant variant = uci ? take_variant(&in) : RK_STANDARD;
    const struct external_options options = {
        .command = "it", .settings = settings, .now = now, .timeout = PATIENCE};
    said = in;
    moment = 0;
    if (uci)
        speak_uci(&options, variant);
    else
        speak_xboard(&options);
    return 0;
}
