/* SPDX-License-Identifier: MIT */
#include "tui/autosave.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tui/state_folder.h"

// ---- paths -----------------------------------------------------------------------------------

/* Files are numbered from 1. */
static char *numbered_path(const struct autosave *autosave, unsigned number)
{
    char name[32] = "play.pgn";
    if (number > 1)
        snprintf(name, sizeof name, "play-%u.pgn", number);
    return state_folder_file(autosave->folder, name);
}

// ---- locks -----------------------------------------------------------------------------------

// One lock file serves all games: its byte N stands for file N. It is never deleted, because
// another process may be about to lock it.
static bool open_lock(struct autosave *autosave)
{
    char *path = state_folder_file(autosave->folder, "play.lock");
    if (path && autosave->lock < 0)
        autosave->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    free(path);
    return autosave->lock >= 0;
}

static bool set_lock(const struct autosave *autosave, unsigned number, short type)
{
    struct flock lock = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)number, .l_len = 1};
    return !fcntl(autosave->lock, F_SETLK, &lock);
}

/* Without a lock file, as in a folder that is read-only, nothing can be overwritten. Some file
 * systems have no locks; there, saving is better than refusing to. */
static bool lock_file(const struct autosave *autosave, unsigned number)
{
    return autosave->lock < 0 || set_lock(autosave, number, F_WRLCK) ||
           (errno != EACCES && errno != EAGAIN);
}

static void unlock_file(const struct autosave *autosave, unsigned number)
{
    if (autosave->lock >= 0)
        set_lock(autosave, number, F_UNLCK);
}

// ---- choosing a file -------------------------------------------------------------------------

static bool is_older(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec < b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec < b->st_mtim.tv_nsec;
}

enum choice { CHOOSE_NEW, CHOOSE_OLDEST, CHOOSE_LATEST };

static bool is_better(enum choice choice, const struct stat *candidate, const struct stat *best)
{
    return choice == CHOOSE_OLDEST ? is_older(candidate, best) : is_older(best, candidate);
}

// A process does not exclude itself from its own locks.
static bool is_own(const struct autosave *autosave, const char *path)
{
    return (autosave->path && !strcmp(path, autosave->path)) ||
           (autosave->offered && !strcmp(path, autosave->offered));
}

/* Chooses and locks a file that no other process uses; NULL if there is none. */
static char *choose_file(const struct autosave *autosave, enum choice choice)
{
    char *best = NULL;
    unsigned best_number = 0;
    struct stat best_info = {0};
    for (unsigned number = 1; number <= AUTOSAVE_FILES_MAX; number++) {
        struct stat info = {0};
        char *path = numbered_path(autosave, number);
        const bool wanted =
            path && !is_own(autosave, path) && (stat(path, &info) != 0) == (choice == CHOOSE_NEW);
        if (!wanted || (best && (choice == CHOOSE_NEW || !is_better(choice, &info, &best_info))) ||
            !lock_file(autosave, number)) {
            free(path);
            continue;
        }
        if (best)
            unlock_file(autosave, best_number);
        free(best);
        best = path;
        best_number = number;
        if (choice != CHOOSE_NEW)
            best_info = info;
    }
    return best;
}

const char *autosave_find(struct autosave *autosave)
{
    if (!autosave->folder || access(autosave->folder, F_OK))
        return NULL;
    open_lock(autosave);
    autosave->offered = choose_file(autosave, CHOOSE_LATEST);
    return autosave->offered;
}

void autosave_continue_found(struct autosave *autosave)
{
    if (autosave->path || !autosave->offered)
        return;
    autosave->path = autosave->offered;
    autosave->offered = NULL;
}

// ---- saving ----------------------------------------------------------------------------------

static bool print_problem(FILE *errors, const char *path, const char *problem)
{
    fprintf(errors, "%s: %s\n", path, problem);
    return false;
}

static bool reserve_file(struct autosave *autosave, FILE *errors)
{
    if (!autosave->folder)
        return print_problem(errors, "HOME", "not set");
    if (!state_folder_create(autosave->folder, errors))
        return false;
    if (!open_lock(autosave))
        return print_problem(errors, autosave->folder, strerror(errno));
    autosave->path = choose_file(autosave, CHOOSE_NEW);
    if (!autosave->path)
        autosave->path = choose_file(autosave, CHOOSE_OLDEST);
    return autosave->path || print_problem(errors, autosave->folder, "too many games are open");
}

bool autosave_write(struct autosave *autosave, const struct game_file_content *content,
                    FILE *errors)
{
    return (autosave->path || reserve_file(autosave, errors)) &&
           game_file_write(content, autosave->path, errors);
}

void autosave_delete(struct autosave *autosave)
{
    if (autosave->path)
        unlink(autosave->path);
}

void autosave_init(struct autosave *autosave)
{
    *autosave = (struct autosave){.folder = state_folder_path(), .lock = -1};
}

void autosave_fini(struct autosave *autosave)
{
    if (autosave->lock >= 0)
        close(autosave->lock);
    free(autosave->folder);
    free(autosave->path);
    free(autosave->offered);
}
