/* SPDX-License-Identifier: MIT */
/* What servers and engine workers send each other: requests and replies. What is accepted has legal
 * moves only, and survives being written and parsed again. */
#include "fuzz.h"

#include "net/think_message.h"
#include "rookery/fen.h"
#include "rookery/moves.h"

static void check_request(const uint8_t *data, size_t size)
{
    struct think_request request, again;
    struct buffer bytes = {0};
    if (think_request_parse(data, size, &request))
        return;
    CHECK(request.count > 0 && request.count <= THINK_POSITIONS_MAX);
    CHECK(request.max_ms > 0 && request.max_ms <= THINK_MS_MAX);
    CHECK(think_request_write(&request, &bytes));
    CHECK(!think_request_parse(bytes.bytes, bytes.size, &again));
    CHECK(again.count == request.count && again.seed == request.seed);
    CHECK(!memcmp(again.positions, request.positions, again.count * sizeof *again.positions));
    think_request_fini(&again);
    think_request_fini(&request);
    buffer_fini(&bytes);
}

static void check_move(const uint8_t *data, size_t size, const rk_position *pos)
{
    struct move_search search = {.positions = pos, .count = 1};
    struct buffer bytes = {0};
    if (think_move_parse(data, size, &search))
        return;
    CHECK(rk_moves_legal(pos, search.best));
    think_move_write(&search, &bytes);
    CHECK(bytes.size == size && !memcmp(bytes.bytes, data, size));
    buffer_fini(&bytes);
}

static void check_evaluation(const uint8_t *data, size_t size, const rk_position *pos)
{
    struct evaluation evaluation = {.position = *pos, .lines_wanted = EVALUATION_LINES_MAX};
    struct buffer bytes = {0};
    if (think_evaluation_parse(data, size, &evaluation))
        return;
    CHECK(evaluation.line_count > 0 && evaluation.line_count <= EVALUATION_LINES_MAX);
    think_evaluation_write(&evaluation, &bytes);
    CHECK(bytes.size == size && !memcmp(bytes.bytes, data, size));
    buffer_fini(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const rk_position start = rk_position_start(RK_STANDARD);
    enum think_status status;
    check_request(data, size);
    if (!think_status_parse(data, size, &status))
        CHECK(status < THINK_STATUS_COUNT);
    check_move(data, size, &start);
    check_evaluation(data, size, &start);
    return 0;
}
