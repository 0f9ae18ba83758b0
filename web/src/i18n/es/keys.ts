// SPDX-License-Identifier: MIT
import type { Translation } from '../catalogue';
import type english from '../en/keys';

export default {
  'keys.title': 'Teclas',
  'keys.intro': 'Las letras sueltas funcionan mientras ningún campo tenga el foco.',
  'keys.key': 'Tecla',
  'keys.does': 'Qué hace',
  'keys.letters': 'letras, cifras',
  'keys.space': 'Espacio',
  'keys.shiftLeft': 'Mayús ←',
  'keys.shiftRight': 'Mayús →',
  'keys.home': 'Inicio',
  'keys.end': 'Fin',
  'keys.enter': 'Intro',
  'keys.steps': 'jugada anterior, siguiente',
  'keys.ends': 'primera, última jugada',
  'keys.variation': 'salir de una variante o entrar en ella',
  'keys.type': 'escribir una jugada: {moves}',
  'keys.squares': 'ir al tablero y mover casilla a casilla',
  'keys.promote': 'elegir la pieza al coronar',
  'keys.pocket': 'tomar una pieza de la reserva',
  'keys.flip': 'girar el tablero',
  'keys.zen': 'zen: solo tablero y relojes',
  'keys.chat': 'escribir en el chat',
  'keys.escape': 'cancelar una jugada anticipada, una selección o un diálogo',
  'keys.best': 'hacer la mejor jugada (análisis)',
  'keys.engine': 'activar o desactivar el motor (análisis)',
  'keys.mistake': 'siguiente error (revisión)',
  'keys.all': 'mostrar todas las teclas',
  'keys.questions': 'Preguntas que puedes escribir en lugar de una jugada',
  'keys.questionsText': '{words} o el nombre de una casilla. «{eval}» es del análisis; las demás, de las partidas. El lector de pantalla lee la respuesta.',
} satisfies Translation<typeof english>;
