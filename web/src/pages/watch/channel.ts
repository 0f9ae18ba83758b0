// SPDX-License-Identifier: MIT
/* The channels of TV: the best game, one for each speed and variant, bots, the computer. */
import { variants } from '../../base/variants';
import { t } from '../../i18n';

const speeds = ['ultraBullet', 'bullet', 'blitz', 'rapid', 'classical', 'correspondence'] as const;
const others = ['best', 'bot', 'computer'] as const;

/** In the order to show them. */
export const channels = ['best', ...speeds, ...variants.filter(name => name !== 'standard'), 'bot', 'computer'] as const;
export type Channel = (typeof channels)[number];

export const isChannel = (text: string): text is Channel => (channels as readonly string[]).includes(text);

/** Those that are always shown. The others come after them, and only while they have a game, so that none moves these. */
const always: readonly Channel[] = ['best', 'bullet', 'blitz', 'rapid', 'classical', 'computer'];

export function shownChannels(current: Channel, withGames: readonly string[]): Channel[] {
  const isShown = (channel: Channel) => !always.includes(channel) && (channel === current || withGames.includes(channel));
  return [...always, ...channels.filter(isShown)];
}

const isOther = (channel: Channel): channel is (typeof others)[number] => (others as readonly string[]).includes(channel);
const isSpeed = (channel: Channel): channel is (typeof speeds)[number] => (speeds as readonly string[]).includes(channel);

export function channelName(channel: Channel): string {
  if (isOther(channel)) return t(`watch.channel.${channel}`);
  return isSpeed(channel) ? t(`speed.${channel}`) : t(`variant.${channel}`);
}
