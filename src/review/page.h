/* SPDX-License-Identifier: MIT */
/* The style and the script of a report in HTML, as lines that end with NULL. The build makes them
 * from page.css and page.js. */
#ifndef REVIEW_PAGE_H
#define REVIEW_PAGE_H

extern const char *const review_page_style[];
extern const char *const review_page_script[];

#endif
