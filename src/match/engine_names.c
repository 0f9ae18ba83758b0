/* SPDX-License-Identifier: MIT */
#include "match/engine_names.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "match/schedule.h"

enum { SETTINGS_MAX = ENGINE_OPTIONS_MAX + ENGINE_LIMIT_KINDS + 1, ROOM_FOR_NUMBER = 8 };

/* Whether a later option sets the same again. */
static bool is_overridden(const struct engine_config *engine, size_t index)
{
    const char *option = engine->options[index];
    const size_t size = strcspn(option, "=");
    for (size_t i = index + 1; i < engine->option_count; i++)
        if (strcspn(engine->options[i], "=") == size && !strncmp(engine->options[i], option, size))
            return true;
    return false;
}

/* The settings that may distinguish an engine from another, as they were typed. */
static size_t list_settings(const struct engine_config *engine, const char *out[SETTINGS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < engine->option_count; i++)
        if (!is_overridden(engine, i))
            out[count++] = engine->options[i];
    for (size_t i = 0; i < ENGINE_LIMIT_KINDS; i++)
        if (engine->limit_arguments[i])
            out[count++] = engine->limit_arguments[i];
    if (engine->ponder)
        out[count++] = "ponder";
    return count;
}

static bool has_setting(const struct engine_config *engine, const char *setting)
{
    const char *settings[SETTINGS_MAX];
    const size_t count = list_settings(engine, settings);
    for (size_t i = 0; i < count; i++)
        if (!strcmp(settings[i], setting))
            return true;
    return false;
}

/* The engines that call themselves the same, as a set of bits. */
static uint64_t find_namesakes(unsigned count, char (*names)[ENGINE_NAME_MAX], unsigned index)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(names[i], names[index]))
            set |= UINT64_C(1) << i;
    return set;
}

static bool all_have_setting(const struct engine_config *engines, unsigned count,
                             uint64_t namesakes, const char *setting)
{
    for (unsigned i = 0; i < count; i++)
        if (namesakes >> i & 1 && !has_setting(&engines[i], setting))
            return false;
    return true;
}

/* Writes the name with the settings that its namesakes do not all have. */
static void write_full_name(const struct engine_config *engines, unsigned count, unsigned index,
                            uint64_t namesakes, const char *name, char out[ENGINE_NAME_MAX])
{
    const char *settings[SETTINGS_MAX];
    const size_t setting_count = list_settings(&engines[index], settings);
    struct text text = text_in(out, ENGINE_NAME_MAX - ROOM_FOR_NUMBER);
    bool differs = false;
    text_add(&text, name);
    for (size_t i = 0; i < setting_count; i++) {
        if (all_have_setting(engines, count, namesakes, settings[i]))
            continue;
        text_add(&text, differs ? ", " : " (");
        text_add(&text, settings[i]);
        differs = true;
    }
    if (differs)
        text_put(&text, ')');
    text_end(&text);
}

static bool is_taken(unsigned before, char (*names)[ENGINE_NAME_MAX], const char *name)
{
    for (unsigned i = 0; i < before; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static void number_equal_names(unsigned count, char (*names)[ENGINE_NAME_MAX])
{
    char full[ENGINE_NAME_MAX];
    for (unsigned i = 1; i < count; i++) {
        memcpy(full, names[i], sizeof full);
        for (unsigned number = 2; is_taken(i, names, names[i]); number++)
            snprintf(names[i], ENGINE_NAME_MAX, "%.*s (%u)", ENGINE_NAME_MAX - ROOM_FOR_NUMBER,
                     full, number);
    }
}

void engine_names_assign(struct engine_config *engines, unsigned count,
                         char (*names)[ENGINE_NAME_MAX])
{
    uint64_t namesakes[SCHEDULE_ENGINES_MAX];
    for (unsigned i = 0; i < count; i++)
        if (engines[i].name)
            text_copy(names[i], ENGINE_NAME_MAX, engines[i].name);
    for (unsigned i = 0; i < count; i++)
        namesakes[i] = find_namesakes(count, names, i);
    for (unsigned i = 0; i < count; i++) {
        char name[ENGINE_NAME_MAX];
        memcpy(name, names[i], sizeof name);
        if (!engines[i].name)
            write_full_name(engines, count, i, namesakes[i], name, names[i]);
    }
    number_equal_names(count, names);
    for (unsigned i = 0; i < count; i++)
        engines[i].name = names[i];
}
