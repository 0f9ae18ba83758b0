// SPDX-License-Identifier: MIT
/* Messages and notifications. */
import type { Catalogue } from '../catalogue';

export default {
  'inbox.nav': 'Messages and notifications',
  'inbox.noAccount': 'You need an account for messages and notifications.',
  'inbox.kid': 'Kid mode is on: there are no private messages.',
  'inbox.here': 'Here now',
  'inbox.you': 'You',
  'inbox.unread': 'unread',
  'inbox.new': 'New',
  'inbox.writeTo': 'Write to…',
  'inbox.write': 'Write',
  'inbox.writeToName': 'Write to {name}',
  'inbox.send': 'Send',
  'inbox.none': 'No messages yet. Write to somebody you played with.',
  'inbox.choose': 'Choose a conversation, or write to somebody.',
  'inbox.with': 'Conversation with {name}',
  'inbox.empty': 'This is the beginning of your conversation with {name}.',
  'inbox.nobody': 'There is nobody called {name}.',
  'inbox.earlier': 'Earlier messages',
  'inbox.challenge': 'Challenge {name}',
  'inbox.profile': 'Profile',
  'inbox.delete': 'Delete conversation',
  'inbox.deleteQuestion': 'Delete all messages here?',
  'inbox.noNotifications': 'Nothing new. You will see here when somebody challenges you, follows you or writes to you.',
  'inbox.type.challenge': '{name} challenges you.',
  'inbox.type.game-start': 'Your game against {name} has started.',
  'inbox.type.game-end': 'Your game against {name} is over.',
  'inbox.type.message': '{name} wrote to you.',
  'inbox.type.follow': '{name} follows you.',
} satisfies Catalogue;
