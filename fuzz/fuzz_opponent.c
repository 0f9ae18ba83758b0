/* SPDX-License-Identifier: MIT */
/* Engines of others in a match: what one says is the input, line by line, to the UCI and to the
 * xboard protocol. Whatever it is, each question is answered in its time, and what comes of it can
 * be printed and reckoned with. In place of the process there is one made of the input. */
#include "uci/process.h"

#include "fuzz.h"
#include "uci/other.h"
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

bool process_tell(struct process *process, const char *line, int64_t deadline)
{
    (void)deadline;
    CHECK(*line);
    return process->in.size;
}

/* A line takes as many milliseconds as it has bytes: a flood ends some time. A zero is silence. */
enum process_heard process_hear(struct process *process, int64_t deadline, const char **out)
{
    struct input *in = &process->in;
    size_t size = 0;
    if (!in->size)
        return PROCESS_ENDED;
    if (!*in->data) {
        take(in);
        moment = deadline > moment ? deadline : moment;
        return PROCESS_SILENT;
    }
    while (in->size && *in->data && *in->data != '\n' && size < PROCESS_LINE_MAX)
        process->line[size++] = (char)take(in);
    if (in->size && *in->data == '\n')
        take(in);
    process->line[size] = '\0';
    moment += (int64_t)size + 1;
    *out = process->line;
    return PROCESS_SAID;
}

void process_end(struct process *process, int64_t patience)
{
    (void)patience;
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

static void check_answer(enum other_result result, const struct other_answer *answer, int64_t asked)
{
    CHECK(result <= OTHER_SPOKE_NONSENSE);
    if (result == OTHER_ANSWERED)
        check_move(answer->best);
    if (*answer->ponder)
        check_move(answer->ponder);
    CHECK(abs(answer->score) <= RK_MATE && answer->depth <= 1000);
    CHECK(answer->took >= 0 && moment - asked <= SLACK);
}

/* The first question is of a clock, the next of a depth. */
static rk_search_limits limits_of(int question)
{
    rk_search_limits limits = {.timed = !question, .depth = question ? 5 : 0};
    limits.left[RK_WHITE] = limits.left[RK_BLACK] = 60000;
    return limits;
}

static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

static void speak_uci(const struct other_options *options, rk_variant variant)
{
    struct other *other;
    char why[200] = "";
    if (other_start(options, &other, why, sizeof why)) {
        CHECK(*why);
        return;
    }
    CHECK(strlen(other_name(other)) < 128);
    check_text(other_name(other));
    bool ready = other_new_game(other, variant);
    for (int i = 0; i < QUESTIONS && ready && other_is_alive(other); i++) {
        struct other_answer answer;
        const rk_search_limits limits = limits_of(i);
        const int64_t asked = moment;
        check_answer(other_ask(other, i ? fen : NULL, "", &limits, WAIT, &answer), &answer, asked);
    }
    other_stop(other);
}

static void speak_xboard(const struct other_options *options)
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
        struct other_answer answer;
        const rk_search_limits limits = limits_of(i);
        const int64_t asked = moment;
        check_answer(xboard_ask(xboard, fen, i ? "e8e7 e2e4" : "", &limits, WAIT, &answer), &answer,
                     asked);
    }
    xboard_stop(xboard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const settings[] = {"Hash=16", "Clear", NULL};
    struct input in = {data, size};
    const bool uci = take(&in) != 'x';
    const rk_variant variant = uci ? take_variant(&in) : RK_STANDARD;
    const struct other_options options = {
        .command = "it", .settings = settings, .now = now, .patience = PATIENCE};
    said = in;
    moment = 0;
    if (uci)
        speak_uci(&options, variant);
    else
        speak_xboard(&options);
    return 0;
}
