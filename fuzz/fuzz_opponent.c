/* SPDX-License-Identifier: MIT */
/* External engines: the input is their output, line by line, for the UCI and the xboard protocol.
 * Every search must end in time, with a result that is printable and in range. The process
 * functions are replaced by a fake that reads the input. */
#include "uci/process.h"

#include "fuzz.h"
#include "uci/external.h"
#include "uci/xboard.h"

enum { SEARCHES = 3, TIMEOUT = 200, HANDSHAKE_TIMEOUT = 100, SLACK = 20000 };

struct process {
    struct input in;
    char line[PROCESS_LINE_MAX + 1];
};

static struct input engine_output;
static int64_t fake_time;

static int64_t now(void *context)
{
    (void)context;
    return fake_time;
}

rk_err process_start(const struct process_options *options, struct process **out, char *why,
                     size_t why_size)
{
    (void)options, (void)why, (void)why_size;
    struct process *process = calloc(1, sizeof *process);
    CHECK(process);
    process->in = engine_output;
    *out = process;
    return RK_OK;
}

bool process_write_line(struct process *process, const char *line, int64_t deadline)
{
    (void)deadline;
    CHECK(*line);
    return process->in.size;
}

/* Reading a line takes one millisecond per byte, so that endless output runs into the timeout. A
 * zero byte is silence until the deadline. */
enum process_status process_read_line(struct process *process, int64_t deadline, const char **out)
{
    struct input *in = &process->in;
    size_t size = 0;
    if (!in->size)
        return PROCESS_ENDED;
    if (!*in->data) {
        take_byte(in);
        fake_time = deadline > fake_time ? deadline : fake_time;
        return PROCESS_TIMED_OUT;
    }
    while (in->size && *in->data && *in->data != '\n' && size < PROCESS_LINE_MAX)
        process->line[size++] = (char)take_byte(in);
    if (in->size && *in->data == '\n')
        take_byte(in);
    process->line[size] = '\0';
    fake_time += (int64_t)size + 1;
    *out = process->line;
    return PROCESS_LINE;
}

void process_describe_end(const struct process *process, char out[PROCESS_END_MAX])
{
    (void)process;
    *out = '\0';
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

static void check_reply(enum external_result result, const struct external_reply *reply,
                        int64_t start)
{
    CHECK(result <= EXTERNAL_INVALID_MOVE);
    if (result == EXTERNAL_REPLIED)
        check_move(reply->best);
    if (*reply->ponder)
        check_move(reply->ponder);
    CHECK(abs(reply->score) <= RK_MATE && reply->depth <= 1000);
    CHECK(reply->elapsed >= 0 && fake_time - start <= SLACK);
}

/* The first search has a clock, the others a depth. */
static rk_search_limits make_limits(int index)
{
    rk_search_limits limits = {.timed = !index, .depth = index ? 5 : 0};
    limits.left[RK_WHITE] = limits.left[RK_BLACK] = 60000;
    return limits;
}

static const char fen[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";

static void run_uci(const struct external_options *options, rk_variant variant)
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
    for (int i = 0; i < SEARCHES && ready && external_is_alive(external); i++) {
        struct external_reply reply;
        const rk_search_limits limits = make_limits(i);
        const int64_t start = fake_time;
        check_reply(external_search(external, i ? fen : NULL, "", &limits, TIMEOUT, &reply), &reply,
                    start);
        // A hit, then a miss.
        external_ponder(external, fen, i % 2 ? "e8e7" : "", &limits);
    }
    external_stop(external);
}

static void run_xboard(const struct external_options *options)
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
    for (int i = 0; i < SEARCHES && ready; i++) {
        struct external_reply reply;
        const rk_search_limits limits = make_limits(i);
        const int64_t start = fake_time;
        check_reply(xboard_search(xboard, fen, i ? "e8e7 e2e4" : "", &limits, TIMEOUT, &reply),
                    &reply, start);
    }
    xboard_stop(xboard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const settings[] = {"Hash=16", "Clear", NULL};
    struct input in = {data, size};
    const bool uci = take_byte(&in) != 'x';
    const rk_variant variant = uci ? take_variant(&in) : RK_STANDARD;
    const struct external_options options = {.command = "engine",
                                             .settings = settings,
                                             .now = now,
                                             .timeout = HANDSHAKE_TIMEOUT,
                                             .ponder = true};
    engine_output = in;
    fake_time = 0;
    if (uci)
        run_uci(&options, variant);
    else
        run_xboard(&options);
    return 0;
}
