// SPDX-License-Identifier: MIT
/* The script of a report in HTML: shows one game at a time, to be stepped through by keys, buttons, moves or the graph. */
'use strict';
const SVG = 'http://www.w3.org/2000/svg';
const signs = { brilliant: '!!', inaccuracy: '?!', mistake: '?', blunder: '??' };
const errors = ['inaccuracy', 'mistake', 'blunder'];
const games = [...document.querySelectorAll('script.game')].map(script => JSON.parse(script.textContent));
const byId = id => document.getElementById(id);
let game = games[0];
let ply = 0;
let flipped = false;

// ---- elements ----------------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// ---- words -------------------------------------------------------------------------------------

function scoreText(score) {
  if (score.mate !== undefined) return score.mate === 0 ? '#' : `#${score.mate}`;
  if (score.table) return { win: 'White wins (tables)', draw: 'draw (tables)', loss: 'Black wins (tables)' }[score.table];
  return `${score.cp < 0 ? '−' : '+'}${(Math.abs(score.cp) / 100).toFixed(2)}`;
}

const isBlackFirst = () => game.fens[0].split(' ')[1] === 'b';
const half = at => at + (isBlackFirst() ? 1 : 0);
const numberOf = at => Number(game.fens[0].split(' ').at(-1)) + Math.floor(half(at) / 2);
const moveText = at => `${numberOf(at)}${half(at) % 2 ? '…' : '.'} ${game.review.moves[at].san}`;

function lineText(at, sans) {
  return sans
    .map((san, i) => (half(at + i) % 2 && i > 0 ? san : `${numberOf(at + i)}${half(at + i) % 2 ? '…' : '.'} ${san}`))
    .join(' ');
}

function playerName(side) {
  const name = game.review.tags[side === 'white' ? 'White' : 'Black'];
  return name && name !== '?' ? name : side === 'white' ? 'White' : 'Black';
}

// ---- the board ---------------------------------------------------------------------------------

/* Squares are counted from the upper left as White sees them. */
function place(square) {
  const at = flipped ? 63 - square : square;
  return { x: (at % 8) * 100, y: Math.floor(at / 8) * 100 };
}

const squareNamed = name => name.charCodeAt(0) - 97 + 8 * (8 - Number(name[1]));

/* The squares of a move such as e2e4; a drop (N@e4) has one. */
const squaresOf = uci => (uci[1] === '@' ? [uci.slice(2, 4)] : [uci.slice(0, 2), uci.slice(2, 4)]).map(squareNamed);

function piecesOf(fen) {
  const pieces = [];
  let square = 0;
  for (const letter of fen.split(' ')[0].replace(/\[.*\]|~/g, '')) {
    if (letter === '/') continue;
    else if (letter >= '1' && letter <= '8') square += Number(letter);
    else pieces.push([square++, letter]);
  }
  return pieces.filter(([at]) => at < 64);
}

function drawSquares(board, marked) {
  for (let square = 0; square < 64; square++) {
    const { x, y } = place(square);
    const dark = (square + Math.floor(square / 8)) % 2;
    board.append(shape('rect', { x, y, width: 100, height: 100, fill: dark ? 'var(--dark)' : 'var(--light)' }));
    if (marked.includes(square)) board.append(shape('rect', { x, y, width: 100, height: 100, fill: 'var(--last)' }));
  }
}

/* The files below and the ranks on the left. */
function drawLabels(board) {
  for (let i = 0; i < 8; i++) {
    const at = flipped ? 7 - i : i;
    const file = shape('text', { class: 'label', x: at * 100 + 84, y: 794 });
    file.textContent = 'abcdefgh'[i];
    const rank = shape('text', { class: 'label', x: 4, y: at * 100 + 20 });
    rank.textContent = 8 - i;
    board.append(file, rank);
  }
}

function drawPieces(board, fen) {
  for (const [square, letter] of piecesOf(fen)) {
    const white = letter === letter.toUpperCase();
    const { x, y } = place(square);
    const colours = white ? { fill: '#fdfdf9', stroke: '#27343a' } : { fill: '#2c3a41', stroke: '#10181c' };
    const piece = shape('use', { href: `#piece-${letter.toLowerCase()}`, x, y, width: 100, height: 100, ...colours });
    piece.style.setProperty('--detail', white ? '#27343a' : '#e8edef');
    board.append(piece);
  }
}

function drawArrow(board, uci) {
  const squares = squaresOf(uci);
  const from = place(squares[0]);
  const to = place(squares[squares.length - 1]);
  if (squares.length === 1) {
    board.append(shape('circle', { cx: to.x + 50, cy: to.y + 50, r: 44, fill: 'none', stroke: 'var(--arrow)', 'stroke-width': 8 }));
    return;
  }
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  board.append(
    shape('path', {
      d: `M0 -9H${length - 42}V-28L${length - 4} 0L${length - 42} 28V9H0Z`,
      transform: `translate(${from.x + 50} ${from.y + 50}) rotate(${(angle * 180) / Math.PI})`,
      fill: 'var(--arrow)',
      opacity: 0.8,
    }),
  );
}

function showBoard() {
  const board = byId('board');
  const move = game.review.moves[ply - 1];
  board.replaceChildren();
  drawSquares(board, move && move.uci !== '0000' ? squaresOf(move.uci) : []);
  drawLabels(board);
  drawPieces(board, game.fens[ply]);
  if (move?.comment) drawArrow(board, game.best[ply - 1]);
  const pockets = /\[(.+)\]/.exec(game.fens[ply].split(' ')[0]);
  byId('pockets').textContent = pockets ? `In the pockets: ${pockets[1]}` : '';
  board.setAttribute('aria-label', `Board${move ? ` after ${moveText(ply - 1)}` : ', start position'}: ${game.fens[ply].split(' ')[0]}`);
}

// ---- the graph ---------------------------------------------------------------------------------

const graphX = at => (at * 1000) / Math.max(1, game.review.moves.length);
const graphY = at => 100 - game.chances[at];

function drawGraph() {
  const graph = byId('graph');
  const points = game.chances.map((_, at) => `${graphX(at).toFixed(1)} ${graphY(at).toFixed(1)}`);
  graph.replaceChildren(
    shape('rect', { width: 1000, height: 100, fill: 'var(--black-area)' }),
    shape('path', { d: `M0 100L${points.join('L')}L1000 100Z`, fill: 'var(--white-area)' }),
    shape('path', { d: 'M0 50H1000', stroke: 'var(--soft)', 'stroke-width': 1, 'vector-effect': 'non-scaling-stroke' }),
  );
  game.review.moves.forEach((move, at) => {
    if (signs[move.judgement])
      graph.append(shape('path', {
        d: `M${graphX(at + 1)} ${graphY(at + 1)}h0`, stroke: `var(--${move.judgement})`,
        'stroke-width': 9, 'stroke-linecap': 'round', 'vector-effect': 'non-scaling-stroke',
      }));
  });
  graph.append(shape('path', { id: 'now', stroke: 'var(--accent)', 'stroke-width': 2, 'vector-effect': 'non-scaling-stroke' }));
}

// ---- the moves ---------------------------------------------------------------------------------

function moveButton(move, at) {
  const button = element('button', { type: 'button', id: `ply-${at + 1}`, class: move.judgement ?? '' }, `${move.san}${signs[move.judgement] ?? ''}`);
  if (signs[move.judgement]) button.setAttribute('aria-label', `${move.san}, ${move.judgement}`);
  button.addEventListener('click', () => show(at + 1));
  return button;
}

function drawMoves() {
  const list = element('ol');
  game.review.moves.forEach((move, at) => {
    const black = half(at) % 2 === 1;
    if (!black || at === 0) list.append(element('li', {}, element('span', { class: 'number' }, `${numberOf(at)}.`)));
    if (black && at === 0) list.lastChild.append(element('span', { class: 'number' }, '…'));
    list.lastChild.append(moveButton(move, at));
    if (!black && at === game.review.moves.length - 1) list.lastChild.append(element('span'));
  });
  byId('moves').replaceChildren(list);
}

// ---- the totals --------------------------------------------------------------------------------

function totalRow(label, values, kind = '') {
  return element('tr', { class: kind }, element('th', { scope: 'row' }, label), ...values.map(value => element('td', {}, value)));
}

const percent = value => (value === null ? '–' : `${value.toFixed(1)} %`);

function drawTotals() {
  const sides = [game.review.white, game.review.black];
  const both = pick => sides.map(side => String(pick(side)));
  const head = element('tr', {}, element('td'), ...['white', 'black'].map(side => element('th', { scope: 'col' }, playerName(side))));
  const rows = [totalRow('Accuracy', sides.map(side => percent(side.accuracy)), 'sum')];
  for (const phase of ['opening', 'middlegame', 'endgame'])
    if (sides.some(side => side.phases[phase].moves))
      rows.push(totalRow(`in the ${phase}`, sides.map(side => percent(side.phases[phase].accuracy))));
  rows.push(totalRow('Average loss (centipawns)', both(side => side.acpl)));
  const counts = [['brilliant', 'Brilliant'], ['best', 'Best'], ['good', 'Good'], ['book', 'Book'], ['forced', 'Forced'],
    ['inaccuracy', 'Inaccuracies'], ['mistake', 'Mistakes'], ['blunder', 'Blunders']];
  for (const [key, label] of counts)
    if (errors.includes(key) || sides.some(side => side.counts[key])) rows.push(totalRow(label, both(side => side.counts[key]), signs[key] ? key : ''));
  for (const [key, label] of [['missedMates', 'Missed mates'], ['missedWins', 'Missed wins'], ['timeTrouble', 'Moves in time trouble']])
    if (sides.some(side => side[key])) rows.push(totalRow(label, both(side => side[key])));
  byId('totals').replaceChildren(element('thead', {}, head), element('tbody', {}, ...rows));
}

// ---- what is shown -----------------------------------------------------------------------------

function describe(move, at) {
  const parts = [element('p', {}, element('span', { class: `score ${move.judgement ?? ''}` }, `${moveText(at)}${signs[move.judgement] ?? ''}`),
    ` ${scoreText(move)}`, move.judgement ? ` · ${move.judgement}` : '', move.turningPoint ? ' · turning point' : '',
    move.missedMate ? ' · missed mate' : '', move.missedWin ? ' · missed win' : '', move.timeTrouble ? ' · in time trouble' : '')];
  if (move.comment) parts.push(element('p', {}, move.comment));
  if (move.line?.length) parts.push(element('p', { class: 'meta' }, `Better: ${lineText(at, move.line)}`));
  if (move.reply?.length) parts.push(element('p', { class: 'meta' }, `Then: ${lineText(at + 1, move.reply)}`));
  return parts;
}

function showWords() {
  const move = game.review.moves[ply - 1];
  byId('words').replaceChildren(...(move ? describe(move, ply - 1)
    : [element('p', {}, `Start position, ${scoreText(game.review.start)}`), element('p', { class: 'meta keys' }, 'Keys: ← and → step, ↑ and ↓ go to the errors and missed mates, Home and End, F turns the board.')]));
}

function show(next) {
  document.getElementById(`ply-${ply}`)?.removeAttribute('aria-current');
  ply = Math.max(0, Math.min(game.review.moves.length, next));
  showBoard();
  showWords();
  byId('now').setAttribute('d', `M${graphX(ply)} 0V100`);
  const button = document.getElementById(`ply-${ply}`);
  button?.setAttribute('aria-current', 'true');
  const list = byId('moves');
  if (button) list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function showGame(index) {
  game = games[index];
  const { tags, result, opening } = game.review;
  byId('title').textContent = `${playerName('white')} – ${playerName('black')}, ${result}`;
  const details = [tags.Event, tags.Site, tags.Date, opening && `${opening.eco} ${opening.name}`];
  byId('details').textContent = details.filter(text => text && !text.startsWith('?')).join(' · ');
  document.title = `${playerName('white')} – ${playerName('black')}`;
  drawTotals();
  drawMoves();
  drawGraph();
  ply = 0;
  show(0);
}

/* The next move with a comment, an error or a missed mate, or the one before. */
function showError(step) {
  for (let at = ply + step; at >= 1 && at <= game.review.moves.length; at += step)
    if (game.review.moves[at - 1].comment) return show(at);
}

const actions = {
  Home: () => show(0),
  ArrowLeft: () => show(ply - 1),
  ArrowRight: () => show(ply + 1),
  End: () => show(game.review.moves.length),
  ArrowUp: () => showError(-1),
  ArrowDown: () => showError(1),
  f: () => { flipped = !flipped; showBoard(); },
};

document.addEventListener('keydown', event => {
  const action = actions[event.key] ?? actions[event.key.toLowerCase()];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'SELECT') return;
  event.preventDefault();
  action();
});
for (const button of document.querySelectorAll('.controls button')) button.addEventListener('click', () => actions[button.dataset.key]());
byId('graph').addEventListener('click', event => {
  const box = byId('graph').getBoundingClientRect();
  show(Math.round(((event.clientX - box.left) / box.width) * game.review.moves.length));
});
const chooser = byId('chooser');
games.forEach((each, i) => {
  game = each;
  chooser.append(element('option', { value: i }, `${i + 1}. ${playerName('white')} – ${playerName('black')}, ${each.review.result}`));
});
chooser.hidden = games.length < 2;
chooser.addEventListener('change', () => showGame(Number(chooser.value)));
if (games.length) showGame(0);
