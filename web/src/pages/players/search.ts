// SPDX-License-Identifier: MIT
/* Which names a search shows. Pure. */

/** Names that begin with the text, then those that contain it; each once, whatever its case. */
export function rankNames(text: string, names: readonly string[], max = 8): string[] {
  const wanted = text.toLowerCase();
  if (!wanted) return [];
  const unique = [...new Map(names.map(name => [name.toLowerCase(), name])).values()];
  const starts = unique.filter(name => name.toLowerCase().startsWith(wanted));
  const contains = unique.filter(name => name.toLowerCase().indexOf(wanted) > 0);
  const byName = (a: string, b: string) => a.localeCompare(b);
  return [...starts.sort(byName), ...contains.sort(byName)].slice(0, max);
}
