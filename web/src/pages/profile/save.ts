// SPDX-License-Identifier: MIT
/* Saves games as JSON: a link cannot ask for that format. */
import { getText } from '../../wire/http';

export async function saveJson(address: string, name: string): Promise<void> {
  const text = await getText(address, 'application/x-ndjson');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
