/* SPDX-License-Identifier: MIT */
#include "tui/state_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *state_folder_file(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + sizeof "/";
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

char *state_folder_path(void)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    const bool has_state = state && *state == '/';
    if (!has_state && !(home && *home))
        return NULL;
    return has_state ? state_folder_file(state, "rookery")
                     : state_folder_file(home, ".local/state/rookery");
}

static bool create_folder(const char *folder, FILE *errors)
{
    if (!mkdir(folder, 0700) || errno == EEXIST)
        return true;
    if (errors)
        fprintf(errors, "%s: %s\n", folder, strerror(errno));
    return false;
}

bool state_folder_create(const char *folder, FILE *errors)
{
    char *parent = strdup(folder);
    bool created = parent;
    for (char *slash = parent ? strchr(parent + 1, '/') : NULL; created && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        created = create_folder(parent, errors);
        *slash = '/';
    }
    free(parent);
    return created && create_folder(folder, errors);
}
