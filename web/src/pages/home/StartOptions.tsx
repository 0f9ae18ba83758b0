// SPDX-License-Identifier: MIT
/* The ways to a game besides quick pairing. */
import { t } from '../../i18n';
import { Icon, type IconName } from '../../ui/Icon';

function StartOption({ href, icon, title, text }: { href: string; icon: IconName; title: string; text: string }) {
  return (
    <a class="door" href={href}>
      <span class="ico">
        <Icon name={icon} />
      </span>
      <span class="grow">
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <Icon name="chevron" small />
    </a>
  );
}

export function StartOptions() {
  return (
    <>
      <StartOption href="/?invite" icon="link" title={t('home.invite')} text={t('home.inviteHow')} />
      <StartOption href="/?computer" icon="chip" title={t('home.computer')} text={t('home.computerHow')} />
    </>
  );
}
