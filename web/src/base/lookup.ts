// SPDX-License-Identifier: MIT
/* Records whose keys come from an address, from the server or from storage. */

/** The value of a key; undefined if the record does not have it. `record[key]` also finds what every object
 * inherits, such as 'constructor'. */
export const lookUp = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;
