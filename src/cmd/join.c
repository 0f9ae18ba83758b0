/* SPDX-License-Identifier: MIT */
/* rookery join: plays on a server, in a terminal or line by line. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/buffer.h"
#include "cmd/command.h"
#include "cmd/options.h"
#include "join/commands.h"
#include "join/login.h"
#include "join/messages.h"
#include "join/screen_mode.h"
#include "platform/monotonic.h"
#include "tui/terminal.h"
#include "tui/text_row.h"

struct request {
    const char *url, *name, *token, *watch;
    struct online_goals wish;
    bool password_stdin, registers, guest, letters, plain;
};

static int complain(const char *words, int status)
{
    fprintf(stderr, "rookery join: %s\n", words);
    return status;
}

// ---- line by line ----------------------------------------------------------------------------

struct script {
    struct online_session *visit;
    struct buffer input; /* what was read and not done yet */
    bool ended;
};

static void print_line(void *context, const char *line)
{
    (void)context;
    text_row_put(line, strlen(line), stdout);
    putchar('\n');
    fflush(stdout);
}

static void read_input(struct script *script)
{
    char bytes[4096];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size > 0)
        buffer_add(&script->input, bytes, (size_t)size);
    else if (!size || errno != EINTR)
        script->ended = true;
    // The last line may lack its end.
    if (script->ended && script->input.size && script->input.bytes[script->input.size - 1] != '\n')
        buffer_put(&script->input, '\n');
}

/* Does the next line if there is one and it can be done. */
static bool do_next(struct script *script)
{
    struct buffer *input = &script->input;
    char *end = input->size ? memchr(input->bytes, '\n', input->size) : NULL;
    if (!end || script->visit->left)
        return false;
    *end = '\0';
    const bool can = !script->visit->patient || commands_can_run(script->visit, input->bytes);
    if (can) {
        const size_t used = (size_t)(end - input->bytes) + 1;
        commands_run(script->visit, input->bytes);
        input->size -= used;
        memmove(input->bytes, input->bytes + used, input->size);
    } else
        *end = '\n';
    return can;
}

/* Input has ended and all of it is done: what goes on is seen to its end. */
static bool is_over(const struct script *script)
{
    const struct online_session *visit = script->visit;
    const struct remote_game *game = online_session_game(visit);
    return script->ended && !script->input.size && visit->greeted &&
           !client_pending_count(visit->client) && !visit->finding[0] && !visit->listing &&
           (!visit->game[0] || (game && game->over));
}

static void wait_for_something(const struct script *script)
{
    const struct client *client = script->visit->client;
    const int64_t left = client_deadline(client) - monotonic_ms();
    struct pollfd pollers[2] = {
        {.fd = client_descriptor(client), .events = POLLIN},
        {.fd = script->ended || script->input.size > 65536 ? -1 : STDIN_FILENO, .events = POLLIN}};
    if (client_wants_to_write(client))
        pollers[0].events |= POLLOUT;
    poll(pollers, 2, left < 0 ? 0 : left < 1000 ? (int)left : 1000);
}

static void visit_by_lines(struct online_session *visit)
{
    struct script script = {.visit = visit};
    visit->say = print_line;
    visit->patient = !isatty(STDIN_FILENO);
    while (!visit->left && !visit->failed && !is_over(&script)) {
        wait_for_something(&script);
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (!script.ended && script.input.size <= 65536 && poll(&input, 1, 0) > 0)
            read_input(&script);
        client_step(visit->client, monotonic_ms());
        while (do_next(&script))
            ;
    }
    buffer_fini(&script.input);
}

// ---- the visit -------------------------------------------------------------------------------

static bool can_draw(void)
{
    return isatty(STDIN_FILENO) && terminal_can_draw(STDOUT_FILENO);
}

static int play(struct online_session *visit, const struct request *request)
{
    struct online_screen_mode_options setup = {.style = board_style_for(stdout),
                                               .now = monotonic_ms};
    if (request->letters)
        setup.style.unicode = false;
    if (request->plain || !can_draw())
        visit_by_lines(visit);
    else if (!online_screen_mode_run(visit, &setup))
        return complain("the terminal cannot be used; try --plain", EXIT_SYSTEM_ERROR);
    if (visit->failed)
        return EXIT_SYSTEM_ERROR;
    return visit->patient && visit->refused ? EXIT_DATA_ERROR : EXIT_OK;
}

static int visit_server(const struct request *request, const struct url *url,
                        const char *credentials)
{
    char why[300];
    uint64_t seed = (uint64_t)monotonic_ms();
    struct online_session visit = {.url = request->url, .wish = request->wish, .say = print_line};
    // Ids need be no secret: what the clock gives would do, too.
    (void)!getrandom(&seed, sizeof seed, 0);
    const struct client_setup setup = {.url = url,
                                       .credentials = credentials,
                                       .seed = seed,
                                       .now = monotonic_ms(),
                                       .events = &messages_events,
                                       .context = &visit};
    if (!client_create(&setup, &visit.client, why, sizeof why))
        return complain(why, EXIT_SYSTEM_ERROR);
    const int status = play(&visit, request);
    client_destroy(visit.client);
    return status;
}

static int join(const struct request *request)
{
    char why[300], credentials[CREDENTIALS_MAX];
    struct url url;
    if (!url_parse(request->url, &url, why, sizeof why)) {
        fprintf(stderr, "rookery join: %s: %s\n", request->url, why);
        return EXIT_USAGE;
    }
    char *password = request->name ? login_read_password(request->name, request->password_stdin,
                                                         request->registers)
                                   : NULL;
    if (request->name && !password)
        return EXIT_SYSTEM_ERROR;
    const struct login who = {.name = request->name,
                              .password = password,
                              .token = request->token,
                              .registers = request->registers};
    const bool let_in = login(&url, &who, credentials);
    free(password);
    return let_in ? visit_server(request, &url, credentials) : EXIT_SYSTEM_ERROR;
}

// ---- the command -----------------------------------------------------------------------------

/* What cannot be meant together; NULL if it can. */
static const char *contradiction(const struct request *request)
{
    if (!request->url)
        return "which server? rookery join http://localhost:8080";
    if ((request->name != NULL) + (request->token != NULL) + request->guest > 1)
        return "--name, --token and --guest exclude each other";
    if (request->registers && !request->name)
        return "--register needs a --name";
    if (request->password_stdin && !request->name)
        return "--password-stdin needs a --name";
    if (request->watch && request->wish.game)
        return "--game and --watch are the same; give one";
    if (request->wish.computer && request->wish.rated)
        return "--computer: a game against it is never rated";
    return NULL;
}

static bool is_clock(const char *option, const char *text)
{
    rk_clock_rule rule;
    rk_fault fault;
    if (!text || !rk_clock_rule_parse(text, strlen(text), &rule, &fault))
        return true;
    fprintf(stderr, "rookery join: %s %s: %s\n", option, text, fault.text);
    return false;
}

static bool is_variant(const char *name)
{
    rk_variant variant;
    return !name || rk_variant_from_name(name, &variant);
}

static bool is_level(const char *text)
{
    return !text || (*text >= '1' && *text <= '8' && !text[1]);
}

static bool is_side(const char *side)
{
    return !side || !strcmp(side, "white") || !strcmp(side, "black") || !strcmp(side, "random");
}

static int check_and_join(struct request *request)
{
    const char *words = contradiction(request);
    if (words)
        return complain(words, EXIT_USAGE);
    if (!is_level(request->wish.computer))
        return complain("--computer: the levels are 1 to 8", EXIT_USAGE);
    if (!is_variant(request->wish.variant))
        return complain("--variant: there is no variant of that name; see rookery(1)", EXIT_USAGE);
    if (!is_side(request->wish.side))
        return complain("--side is white, black or random", EXIT_USAGE);
    if (!is_clock("--seek", request->wish.seek) || !is_clock("--clock", request->wish.clock) ||
        !is_clock("--invite", request->wish.invite))
        return EXIT_USAGE;
    if (request->watch)
        request->wish.game = request->watch;
    if (!request->name && !request->guest && !request->token)
        request->token = getenv("ROOKERY_TOKEN");
    return join(request);
}

#define TEXT_OPTION(option, word, where, about)                             \
    {                                                                       \
        .name = (option), .value = (word), .help = (about), .text = (where) \
    }
#define FLAG_OPTION(option, where, about)                  \
    {                                                      \
        .name = (option), .help = (about), .flag = (where) \
    }

int join_command(int argc, char **argv)
{
    struct request request = {.url = NULL};
    struct online_goals *wish = &request.wish;
    const struct option options[] = {
        TEXT_OPTION("--name", "NAME", &request.name, "log in; the password is asked for"),
        FLAG_OPTION("--register", &request.registers, "open that account first"),
        FLAG_OPTION("--password-stdin", &request.password_stdin, "it is the first line of input"),
        TEXT_OPTION("--token", "TOKEN", &request.token, "or by a token; see ROOKERY_TOKEN too"),
        FLAG_OPTION("--guest", &request.guest, "or as nobody in particular, as without all these"),
        TEXT_OPTION("--seek", "CLOCK", &wish->seek, "look for an opponent: 5+3"),
        TEXT_OPTION("--accept", "ID", &wish->accept, "accept a challenge, an invitation or a seek"),
        TEXT_OPTION("--challenge", "NAME", &wish->challenge, "challenge somebody"),
        TEXT_OPTION("--invite", "CLOCK", &wish->invite, "invite whoever has the link"),
        TEXT_OPTION("--computer", "LEVEL", &wish->computer, "play against the computer, 1 to 8"),
        TEXT_OPTION("--game", "ID", &wish->game, "go on with a game"),
        TEXT_OPTION("--watch", "ID", &request.watch, "watch a game"),
        TEXT_OPTION("--clock", "CLOCK", &wish->clock, "of challenges and seeks; 5+3 if not given"),
        TEXT_OPTION("--variant", "NAME", &wish->variant, "of challenges and seeks"),
        TEXT_OPTION("--side", "SIDE", &wish->side, "white, black or random"),
        TEXT_OPTION("--fen", "FEN", &wish->fen, "where they begin"),
        FLAG_OPTION("--private", &wish->hidden, "nobody else sees the game"),
        FLAG_OPTION("--rated", &wish->rated, "the game counts"),
        FLAG_OPTION("--letters", &request.letters, "letters, not figures"),
        FLAG_OPTION("--plain", &request.plain, "line by line, on a terminal too"),
    };
    struct command_line line = {
        .command = "join",
        .usage = "URL [options]",
        .description =
            "Plays on a server. Moves are typed (Nf3, g1f3); help lists what else can be. A lost\n"
            "connection is opened again, and nothing is missed. Without a terminal, a line of "
            "input\n"
            "is done as soon as it can be, and everything that happens is a line of output.",
        .options = options,
        .option_count = sizeof options / sizeof *options,
        .arguments = &request.url,
        .arguments_max = 1};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return check_and_join(&request);
}
