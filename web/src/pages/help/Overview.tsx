// SPDX-License-Identifier: MIT
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';

const pages = [
  { href: '/help/rules', icon: 'book', title: 'help.rules', hint: 'help.rulesHint' },
  { href: '/help/keys', icon: 'keyboard', title: 'help.keys', hint: 'help.keysHint' },
  { href: '/help/api', icon: 'chip', title: 'help.api', hint: 'help.apiHint' },
  { href: '/help/sources', icon: 'info', title: 'help.sources', hint: 'help.sourcesHint' },
] as const;

const questions = [
  ['help.start.play', 'help.start.playText'],
  ['help.start.friend', 'help.start.friendText'],
  ['help.start.account', 'help.start.accountText'],
  ['help.start.premove', 'help.start.premoveText'],
  ['help.start.offline', 'help.start.offlineText'],
] as const;

export function Overview() {
  return (
    <>
      <div class="card ruled help-doors">
        {pages.map(page => (
          <a key={page.href} class="door" href={page.href}>
            <span class="ico" aria-hidden="true">
              <Icon name={page.icon} />
            </span>
            <span class="grow">
              <b>{t(page.title)}</b>
              <small>{t(page.hint)}</small>
            </span>
            <Icon name="chevron" />
          </a>
        ))}
      </div>
      <h2>{t('help.start')}</h2>
      {questions.map(([question, answer]) => (
        <section key={question}>
          <h3>{t(question)}</h3>
          <p>{t(answer)}</p>
        </section>
      ))}
    </>
  );
}
