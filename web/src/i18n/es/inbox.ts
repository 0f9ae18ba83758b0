// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type en from '../en/inbox';

export default {
  'inbox.nav': 'Mensajes y avisos',
  'inbox.noAccount': 'Para recibir mensajes y avisos necesitas una cuenta.',
  'inbox.kid': 'El modo infantil está activado: no hay mensajes privados.',
  'inbox.here': 'Ahora aquí',
  'inbox.you': 'Tú',
  'inbox.unread': 'sin leer',
  'inbox.new': 'Nuevo',
  'inbox.writeTo': 'Escribe a…',
  'inbox.write': 'Escribir',
  'inbox.writeToName': 'Escribe a {name}',
  'inbox.send': 'Enviar',
  'inbox.none': 'Aún no hay mensajes. Escribe a alguien con quien hayas jugado.',
  'inbox.choose': 'Elige una conversación o escribe a alguien.',
  'inbox.with': 'Conversación con {name}',
  'inbox.empty': 'Aquí empieza tu conversación con {name}.',
  'inbox.nobody': 'No hay nadie que se llame {name}.',
  'inbox.earlier': 'Mensajes anteriores',
  'inbox.challenge': 'Desafiar a {name}',
  'inbox.profile': 'Perfil',
  'inbox.delete': 'Borrar la conversación',
  'inbox.deleteQuestion': '¿Borrar todos los mensajes?',
  'inbox.noNotifications': 'Nada nuevo. Aquí verás cuando alguien te desafíe, te siga o te escriba.',
  'inbox.type.challenge': '{name} te desafía.',
  'inbox.type.game-start': 'Tu partida contra {name} ha empezado.',
  'inbox.type.game-end': 'Tu partida contra {name} ha terminado.',
  'inbox.type.message': '{name} te ha escrito.',
  'inbox.type.follow': '{name} te sigue.',
} satisfies Translation<typeof en>;
