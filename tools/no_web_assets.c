/* SPDX-License-Identifier: MIT */
/* What `make WEB=no` has instead of the files of the web client: none. */
#include "assets/assets.h"

const struct asset_table embedded_assets = {0};
