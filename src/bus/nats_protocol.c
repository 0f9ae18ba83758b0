/* SPDX-License-Identifier: MIT */
#include "bus/nats_protocol.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/prefix.h"

static const char prefix[] = "rookery.";
static const char no_responders[] = "NATS/1.0 503";

enum { PREFIX_SIZE = sizeof prefix - 1, WORDS_MAX = 6, DIGITS_MAX = 18 };

struct word {
    const char *at;
    size_t size;
};

struct line {
    struct word words[WORDS_MAX];
    size_t count; /* more than WORDS_MAX: there are too many */
    size_t size;  /* with its end */
};

// ---- words of a line -------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static void split_line(const char *text, size_t size, struct line *out)
{
    out->count = 0;
    for (size_t at = 0; at < size && out->count <= WORDS_MAX;) {
        const size_t start = at;
        while (at < size && !is_blank(text[at]))
            at++;
        if (at > start && out->count < WORDS_MAX)
            out->words[out->count] = (struct word){text + start, at - start};
        out->count += at > start;
        while (at < size && is_blank(text[at]))
            at++;
    }
}

static bool is_word(struct word word, const char *text)
{
    return word.size == strlen(text) && !strncasecmp(word.at, text, word.size);
}

static bool parse_number(struct word word, uint64_t *out)
{
    uint64_t number = 0;
    if (!word.size || word.size > DIGITS_MAX)
        return false;
    for (size_t i = 0; i < word.size; i++) {
        if (!isdigit((unsigned char)word.at[i]))
            return false;
        number = number * 10 + (unsigned)(word.at[i] - '0');
    }
    *out = number;
    return true;
}

/* Our subject within a subject of NATS; "" if it is not one of ours. */
static void take_subject(struct word word, char out[BUS_SUBJECT_MAX + 1])
{
    *out = '\0';
    if (word.size < PREFIX_SIZE || word.size > PREFIX_SIZE + BUS_SUBJECT_MAX ||
        memcmp(word.at, prefix, PREFIX_SIZE) != 0 || memchr(word.at, '\0', word.size))
        return;
    memcpy(out, word.at + PREFIX_SIZE, word.size - PREFIX_SIZE);
    out[word.size - PREFIX_SIZE] = '\0';
}

// ---- messages --------------------------------------------------------------------------------

/* MSG SUBJECT SUBSCRIPTION [REPLY] SIZE, or HMSG SUBJECT SUBSCRIPTION [REPLY] HEADERS SIZE, where
 * the size includes that of the headers. */
static bool parse_message_line(const struct line *line, struct nats_input *out, size_t *headers)
{
    const struct word *words = line->words;
    const bool has_headers = is_word(words[0], "HMSG");
    const size_t count = line->count, numbers = has_headers ? 2 : 1;
    uint64_t header_size = 0, size;
    if (count != 3 + numbers && count != 4 + numbers)
        return false;
    take_subject(words[1], out->subject);
    if (count == 4 + numbers)
        take_subject(words[3], out->reply_to);
    if (!parse_number(words[2], &out->subscription) || !parse_number(words[count - 1], &size) ||
        (has_headers && !parse_number(words[count - 2], &header_size)) || size > NATS_PAYLOAD_MAX ||
        header_size > size)
        return false;
    out->size = (size_t)size;
    *headers = (size_t)header_size;
    return true;
}

/* The bytes after the line: headers, payload and the end of a line. */
static rk_err take_payload(const char *bytes, size_t size, size_t headers, struct nats_input *out,
                           size_t *used)
{
    const size_t payload = out->size;
    if (size < payload + 2)
        return RK_OK;
    if (memcmp(bytes + payload, "\r\n", 2) != 0)
        return RK_BAD_RECORD;
    out->is_undelivered = bytes_start_with(bytes, headers, no_responders);
    out->bytes = bytes + headers;
    out->size = payload - headers;
    *used = payload + 2;
    return RK_OK;
}

static rk_err parse_message(const char *bytes, size_t size, const struct line *line,
                            struct nats_input *out, size_t *used)
{
    size_t headers, payload = 0;
    if (!parse_message_line(line, out, &headers))
        return RK_BAD_RECORD;
    const rk_err err = take_payload(bytes + line->size, size - line->size, headers, out, &payload);
    if (!err && payload)
        *used = line->size + payload;
    return err;
}

// ---- what a server sends ---------------------------------------------------------------------

static bool find_kind(struct word word, enum nats_kind *out)
{
    static const struct {
        const char *name;
        enum nats_kind kind;
    } kinds[] = {{"MSG", NATS_MESSAGE}, {"HMSG", NATS_MESSAGE}, {"PING", NATS_PING},
                 {"PONG", NATS_PONG},   {"INFO", NATS_INFO},    {"-ERR", NATS_ERROR},
                 {"+OK", NATS_OK}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_word(word, kinds[i].name)) {
            *out = kinds[i].kind;
            return true;
        }
    return false;
}

/* The size of the first line with its end; 0: it has not come yet. */
static size_t find_line(const char *bytes, size_t size)
{
    const char *end = memchr(bytes, '\n', size < NATS_LINE_MAX ? size : NATS_LINE_MAX);
    return end ? (size_t)(end - bytes) + 1 : 0;
}

rk_err nats_parse(const char *bytes, size_t size, struct nats_input *out, size_t *used)
{
    struct line line = {.size = size ? find_line(bytes, size) : 0};
    *out = (struct nats_input){0};
    *used = 0;
    if (!line.size)
        return size < NATS_LINE_MAX ? RK_OK : RK_BAD_RECORD;
    const bool has_return = line.size >= 2 && bytes[line.size - 2] == '\r';
    const size_t length = line.size - (has_return ? 2 : 1);
    split_line(bytes, length, &line);
    if (!line.count || !find_kind(line.words[0], &out->kind))
        return RK_BAD_RECORD;
    if (out->kind == NATS_MESSAGE)
        return parse_message(bytes, size, &line, out, used);
    const struct word *kind = &line.words[0];
    out->text = line.count > 1 ? line.words[1].at : kind->at + kind->size;
    out->text_size = (size_t)(bytes + length - out->text);
    *used = line.size;
    return RK_OK;
}

// ---- what we send ----------------------------------------------------------------------------

static void put_subject(struct buffer *out, const char *subject)
{
    buffer_put(out, ' ');
    buffer_add(out, prefix, PREFIX_SIZE);
    buffer_text(out, subject);
}

static void put_number(struct buffer *out, uint64_t number)
{
    buffer_put(out, ' ');
    buffer_integer(out, (int64_t)number);
}

static void end_line(struct buffer *out)
{
    buffer_add(out, "\r\n", 2);
}

void nats_write_publish(struct buffer *out, const char *subject, const char *reply_to,
                        const void *bytes, size_t size)
{
    buffer_text(out, "PUB");
    put_subject(out, subject);
    if (reply_to)
        put_subject(out, reply_to);
    put_number(out, size);
    end_line(out);
    buffer_add(out, bytes, size);
    end_line(out);
}

void nats_write_subscribe(struct buffer *out, const char *subject, const char *group,
                          uint64_t subscription)
{
    buffer_text(out, "SUB");
    put_subject(out, subject);
    if (group && *group) {
        buffer_put(out, ' ');
        buffer_text(out, group);
    }
    put_number(out, subscription);
    end_line(out);
}

void nats_write_unsubscribe(struct buffer *out, uint64_t subscription)
{
    buffer_text(out, "UNSUB");
    put_number(out, subscription);
    end_line(out);
}

void nats_write_ping(struct buffer *out)
{
    buffer_text(out, "PING\r\n");
}

void nats_write_pong(struct buffer *out)
{
    buffer_text(out, "PONG\r\n");
}
