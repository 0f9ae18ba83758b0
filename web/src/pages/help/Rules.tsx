// SPDX-License-Identifier: MIT
import { variants } from '../../base/variants';
import { t } from '../../i18n';

const sections = [
  ['help.r.start', ['help.r.start1', 'help.r.start2', 'help.r.start3']],
  ['help.r.clock', ['help.r.clock1', 'help.r.clock2', 'help.r.clock3', 'help.r.clock4']],
  ['help.r.draw', ['help.r.draw1', 'help.r.draw2', 'help.r.draw3', 'help.r.draw4']],
  ['help.r.leave', ['help.r.leave1', 'help.r.leave2', 'help.r.leave3']],
  ['help.r.undo', ['help.r.undo1']],
  ['help.r.rating', ['help.r.rating1', 'help.r.rating2']],
  ['help.r.fair', ['help.r.fair1']],
] as const;

export function Rules() {
  return (
    <>
      {sections.map(([title, texts]) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <ul>
            {texts.map(text => (
              <li key={text}>{t(text)}</li>
            ))}
          </ul>
        </section>
      ))}
      <h2>{t('help.r.variants')}</h2>
      <dl class="variants">
        {variants.map(name => (
          <div key={name}>
            <dt>{t(`variant.${name}`)}</dt>
            <dd>{t(`help.v.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
