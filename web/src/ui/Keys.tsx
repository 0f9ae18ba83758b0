// SPDX-License-Identifier: MIT
/* What the keys do: one table for the help page and for the overlay that ? opens. Its texts are in the
 * catalogue 'keys'. */
import { t, type Key } from '../i18n';
import { moveText, promotionLetters } from '../i18n/notation';

interface Row {
  /** What is printed on the keys; a text of the catalogue starts with 'keys.'. */
  keys: readonly string[];
  does: Key;
}

export const keyRows: readonly Row[] = [
  { keys: ['←', '→', 'keys.wheel'], does: 'keys.steps' },
  { keys: ['↑', '↓', 'keys.home', 'keys.end'], does: 'keys.ends' },
  { keys: ['keys.shiftLeft', 'keys.shiftRight'], does: 'keys.variation' },
  { keys: ['keys.letters'], does: 'keys.type' },
  { keys: ['Tab', '← ↑ ↓ →', 'keys.enter'], does: 'keys.squares' },
  { keys: promotionLetters, does: 'keys.promote' },
  { keys: ['1', '2', '3', '4', '5'], does: 'keys.pocket' },
  { keys: ['f'], does: 'keys.flip' },
  { keys: ['z'], does: 'keys.zen' },
  { keys: ['c', '/'], does: 'keys.chat' },
  { keys: ['keys.space'], does: 'keys.best' },
  { keys: ['l'], does: 'keys.engine' },
  { keys: ['n'], does: 'keys.mistake' },
  { keys: ['x'], does: 'keys.explorer' },
  { keys: ['Esc'], does: 'keys.escape' },
  { keys: ['?'], does: 'keys.all' },
];

const nameOf = (key: string): string => (key.startsWith('keys.') ? t(key as Key) : key);

export function KeyTable() {
  return (
    <table class="data keytable">
      <thead>
        <tr>
          <th scope="col">{t('keys.key')}</th>
          <th scope="col">{t('keys.does')}</th>
        </tr>
      </thead>
      <tbody>
        {keyRows.map(row => (
          <tr key={row.does}>
            <td>
              {row.keys.map(key => (
                <>
                  <kbd key={key}>{nameOf(key)}</kbd>{' '}
                </>
              ))}
            </td>
            <td>{t(row.does, { moves: ['Nf3', 'e8=Q', 'N@d5'].map(san => moveText(san)).join(', ') })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
