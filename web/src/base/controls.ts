// SPDX-License-Identifier: MIT
/** Text from files, without characters that would change the text around it. */

/** The same characters as in utf8_is_control() of the server: control characters, and invisible ones that set the direction of text. */
const CONTROLS = /[\p{Cc}\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

export const withoutControls = (text: string): string => text.replace(CONTROLS, ' ');
