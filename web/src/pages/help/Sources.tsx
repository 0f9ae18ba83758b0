// SPDX-License-Identifier: MIT
import { t, type Key } from '../../i18n';

type Part = readonly [name: string, use: Key, licence: string];

const inPage: readonly Part[] = [
  ['chessground', 'help.s.board', 'GPL-3.0-or-later'],
  ['Cburnett', 'help.s.cburnett', 'GPL-2.0-or-later'],
  ['Plain, Figurine', 'help.s.ours', 'MIT'],
  ['Preact', 'help.s.preact', 'MIT'],
  ['qrcode-generator', 'help.s.qr', 'MIT'],
  ['Source Sans 3', 'help.s.sans', 'OFL-1.1'],
  ['Besley', 'help.s.slab', 'OFL-1.1'],
  ['chess-openings', 'help.s.openings', 'WTFPL'],
];

const inProgram: readonly Part[] = [
  ['libuv', 'help.s.loop', 'MIT'],
  ['llhttp', 'help.s.http', 'MIT'],
  ['jansson', 'help.s.json', 'MIT'],
  ['SQLite', 'help.s.sqlite', 'public domain'],
  ['libsodium', 'help.s.sodium', 'ISC'],
  ['OpenSSL', 'help.s.tls', 'Apache-2.0'],
  ['libcurl', 'help.s.mail', 'curl'],
  ['zlib, Zstandard', 'help.s.compression', 'Zlib, BSD-3-Clause'],
];

function Parts({ title, parts }: { title: string; parts: readonly Part[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t('help.s.part')}</th>
            <th scope="col">{t('help.s.use')}</th>
            <th scope="col">{t('help.s.licence')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(([name, use, licence]) => (
            <tr key={name}>
              <td>
                <b>{name}</b>
              </td>
              <td>{t(use)}</td>
              <td>{licence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Sources() {
  return (
    <>
      <p>{t('help.s.intro')}</p>
      <p>{t('help.s.own')}</p>
      <Parts title={t('help.s.page')} parts={inPage} />
      <Parts title={t('help.s.program')} parts={inProgram} />
      <p class="muted">{t('help.s.thanks')}</p>
    </>
  );
}
