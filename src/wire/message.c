/* SPDX-License-Identifier: MIT */
#include "wire/message.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "wire/json_parse.h"

enum { PROSE_MAX = 2000 }; /* the largest maximum of a PROSE field */

// ---- the tables ------------------------------------------------------------------------------

enum value_kind { VALUE_TEXT, VALUE_PROSE, VALUE_INTEGER, VALUE_BOOL };
enum need { OPTIONAL, REQUIRED };

struct descriptor {
    const char *name;
    enum value_kind kind;
    int64_t max;
    enum need need;
    size_t offset;
};

static const struct descriptor descriptors[] = {
#define MESSAGE(direction, structure, name, about)
#define FIELD(structure, field, kind, max, need, about) \
    {#field, VALUE_##kind, (max), (need), offsetof(struct structure, field)},
#define END(structure)
#include "wire/messages.def"
};

/* Numbers the fields of all messages: FIRST_ is the number of a structure's first field, PAST_ that
 * of the next structure's. The BACK_ enumerators step back, because FIRST_ and PAST_ are no fields.
 */
enum {
#define MESSAGE(direction, structure, name, about) \
    FIRST_##structure, BACK_BEFORE_##structure = FIRST_##structure - 1,
#define FIELD(structure, field, kind, max, need, about) NUMBER_##structure##_##field,
#define END(structure)                                  PAST_##structure, BACK_AFTER_##structure = PAST_##structure - 1,
#include "wire/messages.def"
};

static const struct {
    const char *name;
    enum message_direction direction;
    size_t first, past;
} messages[] = {
#define MESSAGE(direction, structure, name, about) \
    {name, MESSAGE_##direction, FIRST_##structure, PAST_##structure},
#define FIELD(structure, field, kind, max, need, about)
#define END(structure)
#include "wire/messages.def"
};

#define MESSAGE(direction, structure, name, about)
#define FIELD(structure, field, kind, max, need, about) \
    static_assert(VALUE_##kind != VALUE_PROSE || ((max) >= 8 && (max) <= PROSE_MAX), #field);
#define END(structure)
#include "wire/messages.def"

const char *message_name(enum message_kind kind)
{
    return messages[kind].name;
}

// ---- writing ---------------------------------------------------------------------------------

static void write_text(struct json *json, const struct descriptor *field, const char *text)
{
    assert(text || field->need == OPTIONAL);
    if (text)
        json_put_text(json, field->name, text);
}

/* The number of bytes of the whole characters among the first `max`. */
static size_t whole_characters(const char *text, size_t max)
{
    size_t size = max;
    while (size && ((unsigned char)text[size] & 0xc0) == 0x80) // in the middle of a character
        size--;
    return size;
}

static void write_prose(struct json *json, const struct descriptor *field, const char *text)
{
    static const char ellipsis[] = "\u2026";
    char cut[PROSE_MAX + 1];
    if (!text || strlen(text) <= (size_t)field->max) {
        write_text(json, field, text);
        return;
    }
    const size_t size = whole_characters(text, (size_t)field->max - (sizeof ellipsis - 1));
    memcpy(cut, text, size);
    memcpy(cut + size, ellipsis, sizeof ellipsis);
    write_text(json, field, cut);
}

static void write_integer(struct json *json, const struct descriptor *field, int64_t number,
                          bool clamps)
{
    assert(number != INTEGER_MISSING || field->need == OPTIONAL);
    if (number == INTEGER_MISSING)
        return;
    if (clamps && number > field->max)
        number = field->max;
    if (clamps && number < -field->max)
        number = -field->max;
    json_put_integer(json, field->name, number);
}

void message_write(enum message_kind kind, const void *structure, struct buffer *out)
{
    // A client sends what a person typed, and the server says which field is wrong.
    const bool clamps = messages[kind].direction == MESSAGE_TO_CLIENT;
    struct json json = json_in(out);
    json_begin_object(&json);
    json_put_text(&json, "t", messages[kind].name);
    for (size_t i = messages[kind].first; i < messages[kind].past; i++) {
        const struct descriptor *field = &descriptors[i];
        const void *place = (const char *)structure + field->offset;
        switch (field->kind) {
        case VALUE_TEXT:
            write_text(&json, field, *(const char *const *)place);
            break;
        case VALUE_PROSE:
            write_prose(&json, field, *(const char *const *)place);
            break;
        case VALUE_INTEGER:
            write_integer(&json, field, *(const int64_t *)place, clamps);
            break;
        case VALUE_BOOL:
            if (*(const bool *)place || field->need == REQUIRED)
                json_put_bool(&json, field->name, *(const bool *)place);
        }
    }
    json_end_object(&json);
}

// ---- reading ---------------------------------------------------------------------------------

static void set_missing(void *place, enum value_kind kind)
{
    switch (kind) {
    case VALUE_TEXT:
    case VALUE_PROSE:
        *(const char **)place = NULL;
        break;
    case VALUE_INTEGER:
        *(int64_t *)place = INTEGER_MISSING;
        break;
    case VALUE_BOOL:
        *(bool *)place = false;
    }
}

static rk_err read_text(const json_t *value, const struct descriptor *field, const char **out,
                        rk_fault *fault)
{
    if (!json_is_string(value))
        return json_parse_fail(fault, 0, "expected a text:", field->name);
    if ((int64_t)json_string_length(value) > field->max)
        return json_parse_fail(fault, 0, "text too long:", field->name);
    *out = json_string_value(value);
    return RK_OK;
}

static rk_err read_integer(const json_t *value, const struct descriptor *field, int64_t *out,
                           rk_fault *fault)
{
    if (!json_is_integer(value))
        return json_parse_fail(fault, 0, "expected an integer:", field->name);
    const int64_t number = json_integer_value(value);
    if (number > field->max || number < -field->max)
        return json_parse_fail(fault, 0, "number out of range:", field->name);
    *out = number;
    return RK_OK;
}

static rk_err read_field(const json_t *tree, const struct descriptor *field, void *structure,
                         rk_fault *fault)
{
    void *place = (char *)structure + field->offset;
    const json_t *value = json_object_get(tree, field->name);
    if (!value || json_is_null(value)) {
        set_missing(place, field->kind);
        return field->need == OPTIONAL ? RK_OK
                                       : json_parse_fail(fault, 0, "missing field:", field->name);
    }
    switch (field->kind) {
    case VALUE_TEXT:
    case VALUE_PROSE:
        return read_text(value, field, place, fault);
    case VALUE_INTEGER:
        return read_integer(value, field, place, fault);
    case VALUE_BOOL:
        break;
    }
    if (!json_is_boolean(value))
        return json_parse_fail(fault, 0, "expected true or false:", field->name);
    *(bool *)place = json_is_true(value);
    return RK_OK;
}

static rk_err find_kind(enum message_direction direction, const json_t *tree,
                        enum message_kind *out, rk_fault *fault)
{
    const char *name = json_string_value(json_object_get(tree, "t"));
    if (!name)
        return json_parse_fail(fault, 0, "missing message name:", "t");
    for (unsigned kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        if (messages[kind].direction != direction || strcmp(messages[kind].name, name) != 0)
            continue;
        *out = (enum message_kind)kind;
        return RK_OK;
    }
    return json_parse_fail(fault, 0, "unknown message", name);
}

static rk_err read_tree(enum message_direction direction, json_t *tree, struct message *out,
                        rk_fault *fault)
{
    enum message_kind kind = MESSAGE_KIND_COUNT;
    rk_err err = find_kind(direction, tree, &kind, fault);
    if (err)
        return err;
    memset(out, 0, sizeof *out);
    out->kind = kind;
    out->tree = tree;
    for (size_t i = messages[kind].first; !err && i < messages[kind].past; i++)
        err = read_field(tree, &descriptors[i], &out->as, fault);
    return err;
}

rk_err message_read(enum message_direction direction, const char *bytes, size_t size,
                    struct message *out, rk_fault *fault)
{
    json_t *tree = NULL;
    struct message message;
    rk_err err = json_parse_object(bytes, size, &tree, fault);
    if (err)
        return err;
    err = read_tree(direction, tree, &message, fault);
    if (err)
        json_decref(tree);
    else
        *out = message;
    return err;
}

bool message_read_id(const char *bytes, size_t size, char *out, size_t out_size)
{
    json_t *tree = NULL;
    if (json_parse_object(bytes, size, &tree, NULL))
        return false;
    const char *id = json_string_value(json_object_get(tree, "id"));
    const bool fits = id && *id && strlen(id) < out_size;
    if (fits)
        memcpy(out, id, strlen(id) + 1);
    json_decref(tree);
    return fits;
}

void message_fini(struct message *message)
{
    json_decref(message->tree);
    message->tree = NULL;
}
