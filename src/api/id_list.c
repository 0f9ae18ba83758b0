/* SPDX-License-Identifier: MIT */
#include "api/id_list.h"

#include <string.h>

#include "accounts/names.h"

enum { FULL_ID_SIZE = 12 };

static bool is_separator(char c)
{
    return c == ',' || (unsigned char)c <= ' ';
}

struct id_list id_list_of(const char *text, size_t size)
{
    return (struct id_list){text, text + size};
}

bool id_list_next(struct id_list *list, const char **out, size_t *out_size)
{
    while (list->at < list->end && is_separator(*list->at))
        list->at++;
    *out = list->at;
    while (list->at < list->end && !is_separator(*list->at))
        list->at++;
    *out_size = (size_t)(list->at - *out);
    return *out_size > 0;
}

bool id_list_next_account(struct id_list *list, char out[IDENTITY_ID_MAX + 1])
{
    char name[IDENTITY_NAME_MAX + 1];
    const char *at;
    size_t size;
    while (id_list_next(list, &at, &size)) {
        if (size >= sizeof name || memchr(at, '\0', size))
            continue;
        memcpy(name, at, size);
        name[size] = '\0';
        if (name_to_id(name, out))
            return true;
    }
    return false;
}

static bool is_id_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool game_id_read(const char *text, size_t size, char out[GAME_ID_SIZE + 1])
{
    if (size != GAME_ID_SIZE && size != FULL_ID_SIZE)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!is_id_character(text[i]))
            return false;
    memcpy(out, text, GAME_ID_SIZE);
    out[GAME_ID_SIZE] = '\0';
    return true;
}

bool id_list_next_game(struct id_list *list, char out[GAME_ID_SIZE + 1])
{
    const char *at;
    size_t size;
    while (id_list_next(list, &at, &size))
        if (game_id_read(at, size, out))
            return true;
    return false;
}
