// SPDX-License-Identifier: MIT
/* The public profile texts of a player. */
import { language, t } from '../../i18n';
import { Card } from '../../ui/Card';
import type { User, UserProfile } from '../../wire/users';

const regionNames = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });

/** The name of a country code. */
function countryName(code: string): string {
  try {
    return regionNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Only web pages are links. */
const webLinks = (text: string): string[] => text.split(/\s+/).filter(link => /^https?:\/\//i.test(link));

const withoutScheme = (link: string): string => link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');

function ratingRows(profile: UserProfile): [name: string, rating: number][] {
  return Object.entries(profile)
    .filter((entry): entry is [string, number] => entry[0].endsWith('Rating') && typeof entry[1] === 'number')
    .map(([name, rating]) => [name.replace('Rating', '').toUpperCase(), rating]);
}

function Ratings({ profile }: { profile: UserProfile }) {
  const rows = ratingRows(profile);
  if (!rows.length) return null;
  return (
    <dl class="kv small">
      {rows.map(([name, rating]) => (
        <>
          <dt>{name === 'FIDE' ? t('profile.fide') : t('profile.otherRating', { name })}</dt>
          <dd>{rating}</dd>
        </>
      ))}
    </dl>
  );
}

export function About({ user }: { user: User }) {
  const profile = user.profile ?? {};
  const place = [profile.location, profile.flag && countryName(profile.flag)].filter(Boolean).join(', ');
  const links = webLinks(profile.links ?? '');
  const bot = user.title === 'BOT';
  if (!bot && !profile.bio && !profile.realName && !place && !links.length && !ratingRows(profile).length) return null;
  return (
    <Card title={profile.realName || user.username}>
      <div class="body about">
        {place && <p class="muted small">{place}</p>}
        {bot && <p>{t('profile.bot')}</p>}
        {profile.bio && <p class="bio">{profile.bio}</p>}
        <Ratings profile={profile} />
        {links.length > 0 && (
          <ul class="links small" aria-label={t('profile.links')}>
            {links.map(link => (
              <li key={link}>
                <a href={link} rel="nofollow noopener noreferrer ugc" target="_blank" class="clip">
                  {withoutScheme(link)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
