// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type en from '../en/inbox';

export default {
  'inbox.nav': 'Nachrichten und Mitteilungen',
  'inbox.noAccount': 'Für Nachrichten und Mitteilungen brauchst du ein Konto.',
  'inbox.kid': 'Der Kindermodus ist an: Es gibt keine privaten Nachrichten.',
  'inbox.here': 'Gerade hier',
  'inbox.you': 'Du',
  'inbox.unread': 'ungelesen',
  'inbox.new': 'Neu',
  'inbox.writeTo': 'Schreib an …',
  'inbox.write': 'Schreiben',
  'inbox.writeToName': 'Schreib an {name}',
  'inbox.send': 'Senden',
  'inbox.none': 'Noch keine Nachrichten. Schreib jemandem, mit dem du gespielt hast.',
  'inbox.choose': 'Wähle eine Unterhaltung oder schreib jemandem.',
  'inbox.with': 'Unterhaltung mit {name}',
  'inbox.empty': 'Hier beginnt deine Unterhaltung mit {name}.',
  'inbox.nobody': 'Es gibt niemanden, der {name} heißt.',
  'inbox.earlier': 'Frühere Nachrichten',
  'inbox.challenge': '{name} herausfordern',
  'inbox.profile': 'Profil',
  'inbox.delete': 'Unterhaltung löschen',
  'inbox.deleteQuestion': 'Alle Nachrichten hier löschen?',
  'inbox.noNotifications': 'Nichts Neues. Hier liest du, wenn dich jemand herausfordert, dir folgt oder dir schreibt.',
  'inbox.type.challenge': '{name} fordert dich heraus.',
  'inbox.type.game-start': 'Deine Partie gegen {name} hat begonnen.',
  'inbox.type.game-end': 'Deine Partie gegen {name} ist beendet.',
  'inbox.type.message': '{name} hat dir geschrieben.',
  'inbox.type.follow': '{name} folgt dir.',
} satisfies Translation<typeof en>;
