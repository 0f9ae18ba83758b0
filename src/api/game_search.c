/* SPDX-License-Identifier: MIT */
/* Games by player, position, opening, material, result and date, from the opening databases. They
 * are searched on a worker thread. */
#include <stdio.h>
#include <string.h>

#include "api/explorer_databases.h"
#include "api/handlers.h"
#include "api/position_param.h"
#include "archive/game_conditions.h"
#include "archive/game_search.h"
#include "rookery/fen.h"

enum { TEXT_MAX = 100, PAGE_SIZE_DEFAULT = 20, PAGE_SIZE_MAX = 50, PAGE_MAX = 1000000 };

struct search_request {
    struct pending_request pending;
    struct work work;
    struct exchange *exchange;
    struct explorer_source source;
    struct filter filter; /* points into the texts below */
    char texts[FILTER_CONDITION_COUNT][TEXT_MAX + 1];
    char opponent[TEXT_MAX + 1], dates[2 * TEXT_MAX + 8];
    int64_t page, page_size;
    struct buffer out;
    bool complete;
};

static void release_request(struct pending_request *request)
{
    struct search_request *search = (struct search_request *)request;
    explorer_source_release(&search->source);
    buffer_fini(&search->out);
}

static void run_search(struct work *work)
{
    struct search_request *request = LIST_OWNER(work, struct search_request, work);
    const struct game_search search = {.parts = &request->source.parts,
                                       .filter = &request->filter,
                                       .opponent = *request->opponent ? request->opponent : NULL,
                                       .is_own = request->source.is_own,
                                       .page = (size_t)request->page,
                                       .page_size = (size_t)request->page_size};
    request->complete = game_search_write(&search, &request->out);
}

static void finish_search(struct work *work)
{
    struct search_request *search = LIST_OWNER(work, struct search_request, work);
    struct exchange *exchange = search->exchange;
    if (search->pending.server) {
        if (explorer_source_is_damaged(exchange->server, &search->source))
            exchange_refuse(exchange, REFUSED_BUSY,
                            "the opening database of this server is damaged");
        else if (!search->complete || search->out.failed)
            exchange_refuse(exchange, REFUSED_BUSY, NULL);
        else {
            buffer_add(&exchange->body, search->out.bytes, search->out.size);
            exchange_json(exchange, 200);
        }
    }
    pending_destroy(&search->pending);
}

// ---- conditions ------------------------------------------------------------------------------

/* Conditions that are one parameter, and what is said if it is wrong. */
static const struct {
    const char *field;
    enum filter_condition condition;
    const char *why;
} conditions[] = {
    {"player", FILTER_PLAYER, "a name or message is missing or too long"},
    {"white", FILTER_WHITE, "a name or message is missing or too long"},
    {"black", FILTER_BLACK, "a name or message is missing or too long"},
    {"rating", FILTER_ELO, "must be a rating or a range such as 1500-1800"},
    {"result", FILTER_RESULT, "must be 1-0, 0-1 or 1/2-1/2"},
    {"eco", FILTER_ECO, "must be an ECO code such as B20 or B20-B29"},
    {"material", FILTER_MATERIAL, "must be material such as KRPvKR or QvRR"},
    {"pattern", FILTER_PATTERN, "must be pieces on squares such as Nf5 kg8 ph6"},
};

/* A condition that is misspelt would find every game. False: it has responded. */
static bool check_parameters(struct exchange *exchange)
{
    static const char *const others[] = {"db",  "variant", "opponent", "since", "until",
                                         "fen", "play",    "page",     "nb"};
    for (size_t i = 0; i < form_count(exchange->form); i++) {
        const char *key = form_key(exchange->form, i);
        bool known = false;
        for (size_t j = 0; j < sizeof others / sizeof *others; j++)
            known = known || !strcmp(key, others[j]);
        for (size_t j = 0; j < sizeof conditions / sizeof *conditions; j++)
            known = known || !strcmp(key, conditions[j].field);
        if (!known) {
            exchange_refuse_field(exchange, key, "unknown parameter");
            return false;
        }
    }
    return true;
}

static bool read_texts(struct exchange *exchange, struct search_request *search)
{
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        const char *text = form_text_or_empty(exchange->form, conditions[i].field);
        const enum filter_condition condition = conditions[i].condition;
        if (!*text)
            continue;
        snprintf(search->texts[condition], TEXT_MAX + 1, "%s", text);
        if (strlen(text) > TEXT_MAX ||
            filter_parse(&search->filter, condition, search->texts[condition], NULL)) {
            exchange_refuse_field(exchange, conditions[i].field, conditions[i].why);
            return false;
        }
    }
    return true;
}

/* "2018" or "2018-03" as the filter has it: "2018.03". */
static bool read_month(struct exchange *exchange, const char *field, char out[16])
{
    const char *text = form_text_or_empty(exchange->form, field);
    unsigned year, month;
    *out = '\0';
    if (!*text)
        return true;
    if (!game_month_parse(text, &year, &month)) {
        exchange_refuse_field(exchange, field, "must be a year or a month: 2018 or 2018-03");
        return false;
    }
    snprintf(out, 16, month ? "%04u.%02u" : "%04u", year, month);
    return true;
}

static bool dates_are_ordered(const struct form *form)
{
    struct game_conditions dates = {.speeds = 0};
    return game_conditions_set_since(&dates, form_text(form, "since")) &&
           game_conditions_set_until(&dates, form_text(form, "until")) &&
           game_conditions_dates_are_ordered(&dates);
}

static bool read_dates(struct exchange *exchange, struct search_request *search)
{
    char since[16], until[16];
    if (!read_month(exchange, "since", since) || !read_month(exchange, "until", until))
        return false;
    if (!*since && !*until)
        return true;
    if (*since && *until && !dates_are_ordered(exchange->form)) {
        exchange_refuse_field(exchange, "until", "the last date is before the first one");
        return false;
    }
    snprintf(search->dates, sizeof search->dates, "%s..%s", since, until);
    if (!filter_parse(&search->filter, FILTER_DATE, search->dates, NULL))
        return true;
    exchange_refuse_field(exchange, "until", "must be a year or a month: 2018 or 2018-03");
    return false;
}

static bool read_position(struct exchange *exchange, struct search_request *search)
{
    rk_position pos = rk_position_start(search->source.variant);
    const bool has_fen = *form_text_or_empty(exchange->form, "fen");
    if (!has_fen && !*form_text_or_empty(exchange->form, "play"))
        return true;
    if ((has_fen &&
         !position_param_read(exchange, rk_variant_name(search->source.variant), &pos)) ||
        !position_param_play(exchange, &pos))
        return false;
    filter_set_position(&search->filter, &pos);
    return true;
}

static bool read_page(struct exchange *exchange, struct search_request *search)
{
    search->page = 1;
    search->page_size = PAGE_SIZE_DEFAULT;
    if (!form_integer(exchange->form, "page", 1, PAGE_MAX, &search->page)) {
        exchange_refuse_field(exchange, "page", "must be a number from 1");
        return false;
    }
    if (form_integer(exchange->form, "nb", 1, PAGE_SIZE_MAX, &search->page_size))
        return true;
    exchange_refuse_field(exchange, "nb", "must be a number from 1 to 50");
    return false;
}

static bool read_search(struct exchange *exchange, struct search_request *search)
{
    const char *opponent = form_text_or_empty(exchange->form, "opponent");
    filter_init(&search->filter);
    if (strlen(opponent) > TEXT_MAX) {
        exchange_refuse_field(exchange, "opponent", "a name or message is missing or too long");
        return false;
    }
    snprintf(search->opponent, sizeof search->opponent, "%s", opponent);
    return check_parameters(exchange) && read_texts(exchange, search) &&
           read_dates(exchange, search) && read_position(exchange, search) &&
           read_page(exchange, search) && exchange_check_rate(exchange, LIMIT_SEARCH);
}

static bool find_source(struct exchange *exchange, struct explorer_source *out)
{
    return !strcmp(form_text_or_empty(exchange->form, "variant"), "all")
               ? explorer_source_find_all(exchange, out)
               : explorer_source_find(exchange, EXPLORER_OWN, out);
}

void api_game_search_handler(struct exchange *exchange)
{
    struct server *server = exchange->server;
    struct explorer_source source;
    if (!find_source(exchange, &source))
        return;
    struct search_request *search = pending_create(&server->pending, sizeof *search);
    if (!search) {
        explorer_source_release(&source);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    search->pending.release = release_request;
    search->exchange = exchange;
    search->source = source;
    search->work = (struct work){.run = run_search, .done = finish_search};
    const bool valid = read_search(exchange, search);
    if (valid && server->env.queue_background(server->env.context, &search->work))
        return;
    pending_destroy(&search->pending);
    if (valid)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
}
