// SPDX-License-Identifier: MIT
/* The board editor: any position, by mouse, touch and keyboard. It works without a connection. */
import './page.css';
import type { Api } from '@lichess-org/chessground/api';
import type * as cg from '@lichess-org/chessground/types';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../app/announce';
import { copyWithToast } from '../../app/copy';
import type { PageProps } from '../../app/page';
import { useTitle } from '../../app/title';
import { opposite, type Side } from '../../base/side';
import { pieceName } from '../../board/names';
import { fenOfAddress, looksLikeFen, positionAddress, variantOfAddress } from '../../chess/address';
import type { Piece, Pieces } from '../../chess/pieces';
import { rules } from '../../chess/rules';
import { isVariant, type Variant } from '../../base/variants';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { checkFen, checkSetup, type Checked } from './check';
import { EditBoard } from './EditBoard';
import { Palette, type Tool } from './Palette';
import { Panel } from './Panel';
import { movePiece, putPiece, readSetup, removePiece, rolesOf, type Setup } from './setup';

const EMPTY = '8/8/8/8/8/8/8/8 w - - 0 1';

const startFen = (variant: Variant): string => rules().start(variant).fen();

/** null if the address has a text that is no position at all. An impossible one can be edited. */
function setupOfAddress({ params, url }: PageProps): Setup | null {
  const named = variantOfAddress(url);
  const variant: Variant = isVariant(named) ? named : 'standard';
  const fen = fenOfAddress(params['fen'], url);
  if (fen && !looksLikeFen(fen)) return null;
  return readSetup(fen ? checkFen(fen, variant).fen : startFen(variant), variant);
}

/** The address follows the position, so that it can be shared and found again. */
function useAddress({ fen }: Checked, variant: Variant): string {
  const address = positionAddress('editor', fen, variant);
  useLayoutEffect(() => history.replaceState(null, '', address), [address]);
  return new URL(address, location.href).href;
}

function useSetup(first: Setup) {
  const [setup, setSetup] = useState(first);
  const load = (fen: string, variant = setup.variant) => setSetup(readSetup(fen, variant));
  return {
    setup,
    change: setSetup as (change: (setup: Setup) => Setup) => void,
    load,
    start: () => load(startFen(setup.variant)),
    clear: () => load(EMPTY),
    /** Another variant keeps the pieces, unless they are still in the starting position. */
    setVariant: (variant: Variant) => {
      const untouched = checkSetup(setup).fen === startFen(setup.variant);
      if (untouched) load(startFen(variant), variant);
      else setSetup(current => ({ ...current, variant }));
    },
    put: (square: string, piece: Piece | null) => {
      setSetup(current => (piece ? putPiece(current, square, piece) : removePiece(current, square)));
      announce(t('board.square', { square, piece: piece ? pieceName(piece) : t('board.empty') }));
    },
    move: (from: string, to: string) => setSetup(current => movePiece(current, from, to)),
    setPieces: (pieces: Pieces) => setSetup(current => ({ ...current, pieces: withoutDragged(pieces) })),
  };
}

/** The square of a piece that is dragged from a palette: it does not exist on the board. */
const withoutDragged = (pieces: Pieces): Pieces => new Map([...pieces].filter(([square]) => square !== 'a0'));

export default function EditorPage(props: PageProps) {
  const [first] = useState(() => setupOfAddress(props));
  return first ? <Editor first={first} /> : <Unreadable />;
}

function Unreadable() {
  useTitle(t('editor.title'));
  return (
    <div class="page lost">
      <h1>{t('editor.unreadable')}</h1>
      <p>
        <a href="/editor">{t('editor.toStart')}</a>
      </p>
    </div>
  );
}

function Editor({ first }: { first: Setup }) {
  const [orientation, setOrientation] = useState<Side>('white');
  const [tool, setTool] = useState<Tool>('hand');
  const editor = useSetup(first);
  const checked = checkSetup(editor.setup);
  const address = useAddress(checked, editor.setup.variant);
  const api = useRef<Api | null>(null);
  useTitle(t('editor.title'));

  const palette = (place: 'top' | 'bottom') => (
    <Palette
      place={place}
      color={place === 'top' ? opposite(orientation) : orientation}
      roles={rolesOf(editor.setup.variant)}
      tool={tool}
      onTool={setTool}
      onDrag={(piece, event) => api.current?.dragNewPiece(piece as cg.Piece, event as cg.MouchEvent, true)}
    />
  );
  return (
    <div class="game editor">
      <h1 class="sr">{t('editor.title')}</h1>
      <div class="g-bar">
        <a class="icon-btn" href="/analysis" aria-label={t('common.back')}>
          <Icon name="back" />
        </a>
        <p class="t clip">{t('editor.title')}</p>
      </div>
      {palette('top')}
      <EditBoard
        fen={checked.fen}
        pieces={editor.setup.pieces}
        orientation={orientation}
        turn={editor.setup.turn}
        tool={tool}
        apiRef={made => (api.current = made)}
        onPieces={editor.setPieces}
        onMove={editor.move}
        onPut={editor.put}
      />
      {palette('bottom')}
      <Panel
        {...editor}
        checked={checked}
        onFlip={() => setOrientation(opposite(orientation))}
        onShare={() => void copyWithToast(address, t('editor.linkCopied'))}
      />
    </div>
  );
}
