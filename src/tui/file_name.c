/* SPDX-License-Identifier: MIT */
#include "tui/file_name.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool file_name_expand(const char *typed, char out[FILE_NAME_MAX])
{
    const char *home = getenv("HOME");
    const bool at_home = typed[0] == '~' && (!typed[1] || typed[1] == '/') && home && *home;
    const int size = snprintf(out, FILE_NAME_MAX, "%s%s", at_home ? home : "", typed + at_home);
    return size < FILE_NAME_MAX;
}

// ---- completion ------------------------------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_folder(const char *folder, const char *name)
{
    char path[2 * FILE_NAME_MAX];
    struct stat info;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

static void add_name(struct file_names *names, const char *folder, const char *name)
{
    const size_t size = strlen(name) + sizeof "/";
    char **larger = realloc(names->names, (names->count + 1) * sizeof *larger);
    char *copy = malloc(size);
    if (larger)
        names->names = larger;
    if (!larger || !copy) {
        free(copy);
        return;
    }
    snprintf(copy, size, "%s%s", name, is_folder(folder, name) ? "/" : "");
    names->names[names->count++] = copy;
}

static bool is_offered(const char *name, const char *typed)
{
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && (*name != '.' || *typed == '.') &&
           !strncmp(name, typed, strlen(typed));
}

/* The folder to read for what was typed, "." if it names none. */
static bool find_folder(const char *typed, size_t size, char out[FILE_NAME_MAX])
{
    char folder[FILE_NAME_MAX];
    if (size >= sizeof folder)
        return false;
    if (size)
        snprintf(folder, sizeof folder, "%.*s", (int)size, typed);
    else
        snprintf(folder, sizeof folder, ".");
    return file_name_expand(folder, out);
}

void file_names_list(const char *typed, struct file_names *out)
{
    char folder[FILE_NAME_MAX];
    const char *slash = strrchr(typed, '/');
    *out = (struct file_names){.folder_size = slash ? (size_t)(slash - typed) + 1 : 0};
    DIR *entries = find_folder(typed, out->folder_size, folder) ? opendir(folder) : NULL;
    if (!entries)
        return;
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (is_offered(entry->d_name, typed + out->folder_size))
            add_name(out, folder, entry->d_name);
    closedir(entries);
    if (out->count)
        qsort(out->names, out->count, sizeof *out->names, compare_names);
}

void file_names_fini(struct file_names *names)
{
    for (size_t i = 0; i < names->count; i++)
        free(names->names[i]);
    free(names->names);
}
