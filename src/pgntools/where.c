/* SPDX-License-Identifier: MIT */
#include "pgntools/where.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/casefold.h"
#include "base/fault.h"
#include "pgntools/game_tags.h"
#include "pgntools/glob.h"
#include "pgntools/pgn_date.h"
#include "pgntools/regex_size.h"

enum { VALUE_MAX = 1024, NAME_MAX_SIZE = 64 };

enum comparison {
    EQUAL,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    IN,
    CONTAINS,
    GLOB,
    MATCHES,
    HAS
};
enum value_type { TEXT, NUMBER, DATE };

/* What a tag is compared with. A missing end of a range is NULL. */
struct operand {
    char *text; /* owned */
    size_t size;
    double number;
    unsigned long first_day, last_day; /* of a date whose month or day is not given */
};

struct test {
    unsigned tags[2]; /* one of them must pass; the same twice if there is only one */
    enum comparison comparison;
    enum value_type type;
    struct operand low, high; /* high: of a range; otherwise only low is used */
    regex_t *regex;           /* NULL: none */
};

/* The expressions are compiled to a program that works on one truth value. A jump skips what cannot
 * change it any more. */
enum operation { TEST, NOT, JUMP_IF_FALSE, JUMP_IF_TRUE };
struct instruction {
    enum operation operation;
    size_t operand; /* index of a test, or the instruction to continue with */
};

struct where {
    struct buffer tests, program; /* struct test, struct instruction */
    char names[WHERE_TAGS_MAX][NAME_MAX_SIZE];
    size_t name_count;
    size_t regex_size; /* of all patterns, with their repetitions written out */
};

static struct test *test_at(const struct where *where, size_t index)
{
    return (struct test *)(void *)where->tests.bytes + index;
}

static struct instruction *instruction_at(const struct where *where, size_t index)
{
    return (struct instruction *)(void *)where->program.bytes + index;
}

static size_t program_size(const struct where *where)
{
    return where->program.size / sizeof(struct instruction);
}

struct where *where_create(void)
{
    return calloc(1, sizeof(struct where));
}

static void test_fini(struct test *test)
{
    free(test->low.text);
    free(test->high.text);
    if (test->regex)
        regfree(test->regex);
    free(test->regex);
}

void where_destroy(struct where *where)
{
    if (!where)
        return;
    for (size_t i = 0; i < where->tests.size / sizeof(struct test); i++)
        test_fini(test_at(where, i));
    buffer_fini(&where->tests);
    buffer_fini(&where->program);
    free(where);
}

// ---- tokens ----------------------------------------------------------------------------------

enum token_kind { END, WORD, QUOTED, OPERATOR, OPEN, CLOSE, BAD };

struct token {
    enum token_kind kind;
    const char *at;
    size_t size; /* of what is between the quotes, if there are any */
};

struct parser {
    struct where *where;
    const char *text, *end;
    struct token token; /* the next one */
    const char *after;  /* it */
    unsigned depth;
    rk_fault *fault;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (is_blank(*at) || *at == '#')) {
        if (*at == '#')
            while (at < end && *at != '\n')
                at++;
        else
            at++;
    }
    return at;
}

static bool is_word_character(char c)
{
    return !is_blank(c) && !(c && strchr("()\"'=!<>", c));
}

static void read_quoted(struct parser *p, const char *at)
{
    const char quote = *at++;
    p->token = (struct token){.kind = QUOTED, .at = at};
    while (at < p->end && *at != quote)
        at += *at == '\\' && p->end - at > 1 ? 2 : 1;
    p->token.size = (size_t)(at - p->token.at);
    if (at >= p->end)
        p->token.kind = BAD;
    p->after = at < p->end ? at + 1 : p->end;
}

static void next_token(struct parser *p)
{
    const char *at = skip_blanks(p->after, p->end), *const start = at;
    if (at < p->end && (*at == '"' || *at == '\'')) {
        read_quoted(p, at);
        return;
    }
    enum token_kind kind = WORD;
    if (at == p->end) {
        kind = END;
    } else if (*at == '(' || *at == ')') {
        kind = *at++ == '(' ? OPEN : CLOSE;
    } else if (strchr("=!<>", *at) && *at) {
        kind = OPERATOR;
        at += at + 1 < p->end && at[1] == '=' && *at != '=' ? 2 : 1;
    } else {
        while (at < p->end && is_word_character(*at))
            at++;
    }
    p->token = (struct token){kind, start, (size_t)(at - start)};
    p->after = at;
}

static rk_err fail_at(const struct parser *p, const char *message)
{
    return fault_set(p->fault, RK_BAD_SYNTAX, (size_t)(p->token.at - p->text), message);
}

static rk_err fail_memory(const struct parser *p)
{
    return fault_set(p->fault, RK_NO_MEMORY, 0, rk_err_text(RK_NO_MEMORY));
}

static bool token_is(const struct parser *p, enum token_kind kind, const char *word)
{
    if (p->token.kind != kind || p->token.size != strlen(word))
        return false;
    for (size_t i = 0; i < p->token.size; i++)
        if (ascii_lower(p->token.at[i]) != word[i])
            return false;
    return true;
}

static bool take_word(struct parser *p, const char *word)
{
    const bool found = token_is(p, WORD, word);
    if (found)
        next_token(p);
    return found;
}

// ---- tags ------------------------------------------------------------------------------------

static bool is_keyword(const struct parser *p)
{
    static const char *const keywords[] = {"and", "or", "not", "has", "in"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (token_is(p, WORD, keywords[i]))
            return true;
    return false;
}

static bool is_tag_name(const struct token *token)
{
    if (token->kind != WORD || token->size >= NAME_MAX_SIZE)
        return false;
    for (size_t i = 0; i < token->size; i++) {
        const char c = token->at[i], lower = ascii_lower(c);
        if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '_')
            return false;
    }
    return true;
}

/* Returns the index of a tag's name, WHERE_TAGS_MAX if there is no room for it. */
static unsigned find_name(struct where *where, const char *name, size_t size)
{
    unsigned i = 0;
    while (i < where->name_count &&
           (strlen(where->names[i]) != size || memcmp(where->names[i], name, size) != 0))
        i++;
    if (i == where->name_count && i < WHERE_TAGS_MAX) {
        memcpy(where->names[i], name, size);
        where->name_count++;
    }
    return i;
}

static rk_err parse_tag(struct parser *p, struct test *test)
{
    static const struct {
        const char *name, *tags[2];
    } pairs[] = {{"player", {"White", "Black"}}, {"elo", {"WhiteElo", "BlackElo"}}};
    if (!is_tag_name(&p->token) || is_keyword(p))
        return fail_at(p, "expected the name of a tag");
    const char *names[2] = {p->token.at, p->token.at};
    size_t sizes[2] = {p->token.size, p->token.size};
    for (size_t pair = 0; pair < sizeof pairs / sizeof *pairs; pair++)
        for (size_t i = 0; i < 2 && token_is(p, WORD, pairs[pair].name); i++) {
            names[i] = pairs[pair].tags[i];
            sizes[i] = strlen(names[i]);
        }
    for (size_t i = 0; i < 2; i++) {
        test->tags[i] = find_name(p->where, names[i], sizes[i]);
        if (test->tags[i] == WHERE_TAGS_MAX)
            return fail_at(p, "more than 32 different tags");
    }
    next_token(p);
    return RK_OK;
}

// ---- values ----------------------------------------------------------------------------------

/* The number at the start of a text; false if there is none. */
static bool parse_number(const char *text, double *out, const char **end)
{
    const char *digits = text + (*text == '-' || *text == '+');
    char *after;
    if (*digits < '0' || *digits > '9')
        return false;
    *out = strtod(text, &after);
    *end = after;
    return true;
}

static bool is_number(const char *text)
{
    double number;
    const char *end;
    return strspn(text, "+-.0123456789") == strlen(text) && parse_number(text, &number, &end) &&
           !*end;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && !strcmp(text + size - end_size, end);
}

/* "2018.01" is a date, and so is "2018" where the tag has dates. */
static bool is_date(const char *text, const char *tag)
{
    const size_t size = strlen(text);
    return strspn(text, ".-?0123456789") == size && pgn_date_parse(text, size, 0) &&
           (size == 4 ? ends_with(tag, "Date") : size > 5 && (text[4] == '.' || text[4] == '-'));
}

/* Whether the values of a tag are numbers by definition. */
static bool is_number_tag(const char *tag)
{
    return ends_with(tag, "Elo") || ends_with(tag, "RatingDiff") || ends_with(tag, "PlyCount");
}

static enum value_type type_of(const struct operand *operand, const char *tag)
{
    if (is_number_tag(tag))
        return is_number(operand->text) ? NUMBER : TEXT;
    if (is_date(operand->text, tag))
        return DATE;
    return is_number(operand->text) ? NUMBER : TEXT;
}

static void measure_operand(struct operand *operand)
{
    const char *end;
    parse_number(operand->text, &operand->number, &end);
    operand->first_day = pgn_date_parse(operand->text, operand->size, 0);
    operand->last_day = pgn_date_parse(operand->text, operand->size, 99);
}

/* Copies a value, without the escapes of a quoted one: \" and \\, but no others, because a regular
 * expression has more. */
static bool copy_operand(struct operand *out, const char *text, size_t size, bool quoted)
{
    out->text = malloc(size + 1);
    if (!out->text)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (quoted && text[i] == '\\' && i + 1 < size && strchr("\"'\\", text[i + 1]) &&
            text[i + 1])
            i++;
        out->text[out->size++] = text[i];
    }
    out->text[out->size] = '\0';
    measure_operand(out);
    return true;
}

static rk_err compile_regex(const struct parser *p, struct test *test)
{
    char message[RK_FAULT_TEXT_MAX];
    size_t size = 0;
    const char *refusal = regex_measure(test->low.text, &size);
    if (refusal)
        return fail_at(p, refusal);
    p->where->regex_size += size;
    if (p->where->regex_size > WHERE_REGEX_SIZE_MAX)
        return fail_at(p, "the patterns of all expressions are longer than 20000 characters");
    regex_t *regex = malloc(sizeof *regex);
    if (!regex)
        return fail_memory(p);
    const int error = regcomp(regex, test->low.text, REG_EXTENDED | REG_ICASE | REG_NOSUB);
    if (!error) {
        test->regex = regex;
        return RK_OK;
    }
    regerror(error, regex, message, sizeof message);
    free(regex);
    return fail_at(p, message);
}

static bool is_reversed(const struct test *test)
{
    switch (test->type) {
    case NUMBER:
        return test->high.number < test->low.number;
    case DATE:
        return test->high.last_day < test->low.first_day;
    default:
        return strcmp(test->high.text, test->low.text) < 0;
    }
}

static bool is_order(enum comparison comparison)
{
    return comparison == IN || (comparison >= LESS && comparison <= GREATER_EQUAL);
}

/* Text without quotes does not come before or after a number. */
static rk_err check_order(const struct parser *p, const struct test *test)
{
    const char *tag = p->where->names[test->tags[0]];
    if (is_order(test->comparison) && test->type != NUMBER && is_number_tag(tag))
        return fail_at(p, "expected a number; in quotes, the value is compared as text");
    return RK_OK;
}

/* FROM..TO, of which one may be missing. */
static rk_err parse_range(struct parser *p, struct test *test)
{
    const char *tag = p->where->names[test->tags[0]], *dots = NULL;
    for (size_t i = 0; p->token.kind == WORD && !dots && i + 1 < p->token.size; i++)
        if (p->token.at[i] == '.' && p->token.at[i + 1] == '.')
            dots = p->token.at + i;
    if (!dots || p->token.size == 2)
        return fail_at(p, "expected a range such as 2400..2500 or 2018..");
    const size_t low = (size_t)(dots - p->token.at), high = p->token.size - low - 2;
    if ((low && !copy_operand(&test->low, p->token.at, low, false)) ||
        (high && !copy_operand(&test->high, dots + 2, high, false)))
        return fail_memory(p);
    test->type = low ? type_of(&test->low, tag) : type_of(&test->high, tag);
    if (low && high && type_of(&test->high, tag) != test->type)
        return fail_at(p, "the ends of the range are of different kinds");
    const rk_err err = check_order(p, test);
    if (!err && low && high && is_reversed(test))
        return fail_at(p, "the range ends before it begins");
    return err;
}

static rk_err parse_value(struct parser *p, struct test *test)
{
    const bool quoted = p->token.kind == QUOTED;
    if (p->token.kind == BAD)
        return fail_at(p, "the quote is not closed");
    if (!quoted && p->token.kind != WORD)
        return fail_at(p, "expected a value, in quotes if it has blanks or signs");
    if (test->comparison == IN)
        return parse_range(p, test);
    if (!copy_operand(&test->low, p->token.at, p->token.size, quoted))
        return fail_memory(p);
    if (test->comparison == MATCHES)
        return compile_regex(p, test);
    if (quoted)
        return RK_OK;
    test->type = type_of(&test->low, p->where->names[test->tags[0]]);
    return check_order(p, test);
}

// ---- expressions -----------------------------------------------------------------------------

static rk_err emit_instruction(const struct parser *p, enum operation operation, size_t operand)
{
    const struct instruction instruction = {operation, operand};
    buffer_add(&p->where->program, &instruction, sizeof instruction);
    return p->where->program.failed ? fail_memory(p) : RK_OK;
}

/* Jumps to the end of the expression that is being parsed are a list, linked by their operands,
 * until the end is known. SIZE_MAX ends the list. */
static rk_err emit_jump(const struct parser *p, enum operation operation, size_t *jumps)
{
    const size_t place = program_size(p->where);
    const rk_err err = emit_instruction(p, operation, *jumps);
    *jumps = place;
    return err;
}

static void set_jumps(const struct where *where, size_t jumps)
{
    while (jumps != SIZE_MAX) {
        struct instruction *jump = instruction_at(where, jumps);
        jumps = jump->operand;
        jump->operand = program_size(where);
    }
}

/* The comparison that comes next; != is EQUAL, and negated. */
static rk_err parse_comparison(struct parser *p, enum comparison *out, bool *negated)
{
    static const struct {
        enum token_kind kind;
        const char *word;
        enum comparison comparison;
    } comparisons[] = {
        {OPERATOR, "=", EQUAL},     {OPERATOR, "!=", EQUAL},      {OPERATOR, "<", LESS},
        {OPERATOR, ">", GREATER},   {OPERATOR, "<=", LESS_EQUAL}, {OPERATOR, ">=", GREATER_EQUAL},
        {WORD, "in", IN},           {WORD, "contains", CONTAINS}, {WORD, "glob", GLOB},
        {WORD, "matches", MATCHES},
    };
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (token_is(p, comparisons[i].kind, comparisons[i].word)) {
            *out = comparisons[i].comparison;
            *negated = *comparisons[i].word == '!';
            next_token(p);
            return RK_OK;
        }
    return fail_at(p, "expected = != < <= > >= in, contains, glob or matches");
}

static rk_err add_test(const struct parser *p, const struct test *test)
{
    const size_t index = p->where->tests.size / sizeof *test;
    const rk_err err = emit_instruction(p, TEST, index);
    if (err)
        return err;
    buffer_add(&p->where->tests, test, sizeof *test); // takes over what the test owns
    return p->where->tests.failed ? fail_memory(p) : RK_OK;
}

static rk_err parse_test(struct parser *p)
{
    struct test test = {.type = TEXT};
    bool negated = false;
    rk_err err;
    if (take_word(p, "has")) {
        test.comparison = HAS;
        err = parse_tag(p, &test);
    } else {
        err = parse_tag(p, &test);
        if (!err)
            err = parse_comparison(p, &test.comparison, &negated);
        if (!err)
            err = parse_value(p, &test);
        if (!err)
            next_token(p);
    }
    if (!err)
        err = add_test(p, &test);
    if (err) {
        test_fini(&test);
        return err;
    }
    return negated ? emit_instruction(p, NOT, 0) : RK_OK;
}

static rk_err parse_or(struct parser *p);

static rk_err parse_group(struct parser *p)
{
    next_token(p);
    const rk_err err = parse_or(p);
    if (err)
        return err;
    if (p->token.kind != CLOSE)
        return fail_at(p, "expected and, or, or a closing parenthesis");
    next_token(p);
    return RK_OK;
}

static rk_err parse_unary(struct parser *p)
{
    rk_err err;
    if (p->depth == WHERE_DEPTH_MAX)
        return fail_at(p, "too deeply nested");
    p->depth++;
    if (take_word(p, "not")) {
        err = parse_unary(p);
        if (!err)
            err = emit_instruction(p, NOT, 0);
    } else {
        err = p->token.kind == OPEN ? parse_group(p) : parse_test(p);
    }
    p->depth--;
    return err;
}

static rk_err parse_and(struct parser *p)
{
    size_t jumps = SIZE_MAX;
    rk_err err = parse_unary(p);
    while (!err && take_word(p, "and")) {
        err = emit_jump(p, JUMP_IF_FALSE, &jumps);
        if (!err)
            err = parse_unary(p);
    }
    if (!err)
        set_jumps(p->where, jumps);
    return err;
}

static rk_err parse_or(struct parser *p)
{
    size_t jumps = SIZE_MAX;
    rk_err err = parse_and(p);
    while (!err && take_word(p, "or")) {
        err = emit_jump(p, JUMP_IF_TRUE, &jumps);
        if (!err)
            err = parse_and(p);
    }
    if (!err)
        set_jumps(p->where, jumps);
    return err;
}

rk_err where_add(struct where *where, const char *text, size_t size, rk_fault *fault)
{
    struct parser p = {
        .where = where, .text = text, .end = text + size, .after = text, .fault = fault};
    size_t jumps = SIZE_MAX;
    rk_err err = where->program.size ? emit_jump(&p, JUMP_IF_FALSE, &jumps) : RK_OK;
    next_token(&p);
    if (!err)
        err = parse_or(&p);
    if (!err && p.token.kind != END)
        err = fail_at(&p, "expected and, or, or the end");
    if (!err)
        set_jumps(where, jumps);
    return err;
}

// ---- games -----------------------------------------------------------------------------------

void where_set_tag(const struct where *where, rk_pgn_text name, rk_pgn_text value,
                   struct where_values *values)
{
    for (size_t i = 0; i < where->name_count; i++)
        if (pgn_text_equals(name, where->names[i]))
            values->value[i] = value;
}

/* Below zero, zero or above, as the value is less than the operand, equal or greater. */
static int compare_text(const char *value, size_t size, const struct operand *operand)
{
    const size_t shorter = size < operand->size ? size : operand->size;
    const int order = memcmp(value, operand->text, shorter);
    return order ? order : (size > operand->size) - (size < operand->size);
}

/* How a value compares with an operand. A date with unknown parts may be less and greater at the
 * same time, and is then also equal. */
struct relation {
    bool less, equal, greater;
};

static struct relation relation_of(int order)
{
    return (struct relation){.less = order<0, .equal = !order, .greater = order> 0};
}

static struct relation compare_value(const char *value, size_t size, enum value_type type,
                                     const struct operand *operand)
{
    const char *end;
    double number;
    if (type == DATE) {
        const unsigned long first = pgn_date_parse(value, size, 0);
        const unsigned long last = pgn_date_parse(value, size, 99);
        return (struct relation){first && first < operand->first_day,
                                 first && first <= operand->last_day && last >= operand->first_day,
                                 last > operand->last_day};
    }
    if (type == NUMBER) {
        if (!parse_number(value, &number, &end))
            return (struct relation){false, false, false};
        return relation_of((number > operand->number) - (number < operand->number));
    }
    return relation_of(compare_text(value, size, operand));
}

static bool is_in_range(const char *value, size_t size, const struct test *test)
{
    const struct relation none = {true, true, true};
    const struct relation low =
        test->low.text ? compare_value(value, size, test->type, &test->low) : none;
    const struct relation high =
        test->high.text ? compare_value(value, size, test->type, &test->high) : none;
    return (low.greater || low.equal) && (high.less || high.equal);
}

static bool passes_test(const struct test *test, rk_pgn_text tag)
{
    char value[VALUE_MAX];
    if (!tag.at)
        return false;
    const size_t size = rk_pgn_unescape(tag, value, sizeof value - 1);
    value[size] = '\0';
    const struct operand *operand = &test->low;
    switch (test->comparison) {
    case EQUAL:
        return compare_value(value, size, test->type, operand).equal;
    case LESS:
        return compare_value(value, size, test->type, operand).less;
    case GREATER:
        return compare_value(value, size, test->type, operand).greater;
    case LESS_EQUAL: {
        const struct relation relation = compare_value(value, size, test->type, operand);
        return relation.less || relation.equal;
    }
    case GREATER_EQUAL: {
        const struct relation relation = compare_value(value, size, test->type, operand);
        return relation.greater || relation.equal;
    }
    case IN:
        return is_in_range(value, size, test);
    case CONTAINS:
        return casefold_contains(value, size, operand->text, operand->size);
    case GLOB:
        return glob_matches(operand->text, operand->size, value, size);
    case MATCHES:
        return !regexec(test->regex, value, 0, NULL, 0);
    case HAS:
        return true;
    }
    return false;
}

bool where_matches(const struct where *where, const struct where_values *values)
{
    bool truth = true;
    for (size_t i = 0; i < program_size(where);) {
        const struct instruction *instruction = instruction_at(where, i++);
        switch (instruction->operation) {
        case TEST: {
            const struct test *test = test_at(where, instruction->operand);
            truth =
                passes_test(test, values->value[test->tags[0]]) ||
                (test->tags[1] != test->tags[0] && passes_test(test, values->value[test->tags[1]]));
            break;
        }
        case NOT:
            truth = !truth;
            break;
        case JUMP_IF_FALSE:
        case JUMP_IF_TRUE:
            if (truth == (instruction->operation == JUMP_IF_TRUE))
                i = instruction->operand;
            break;
        }
    }
    return truth;
}
