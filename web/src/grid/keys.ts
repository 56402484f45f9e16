import type { Pick } from './selection.ts';

export type Move = 'up' | 'down' | 'left' | 'right' | 'page-up' | 'page-down' | 'first' | 'last';

export type Command =
  | { readonly kind: 'move'; readonly move: Move; readonly pick: Pick }
  | { readonly kind: 'open' | 'preview' | 'toggle' | 'all' | 'clear' | 'parent' | 'menu' }
  | { readonly kind: 'type'; readonly text: string };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const moves: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  PageUp: 'page-up',
  PageDown: 'page-down',
  Home: 'first',
  End: 'last',
};

/** What a key does in a list; nothing for keys that belong to others. */
export function commandOf(pressed: Pressed): Command | undefined {
  const { key, shiftKey, altKey } = pressed;
  const isModified = pressed.ctrlKey || pressed.metaKey;
  if (altKey) return key === 'ArrowUp' && !isModified ? { kind: 'parent' } : undefined;
  const move = moves[key];
  if (move) return { kind: 'move', move, pick: pickOf(shiftKey, isModified) };
  if (key === ' ') return { kind: shiftKey && !isModified ? 'preview' : 'toggle' };
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { kind: 'menu' };
  if (isModified) return key.toLowerCase() === 'a' && !shiftKey ? { kind: 'all' } : undefined;
  if (key === 'Enter') return { kind: 'open' };
  if (key === 'Escape') return { kind: 'clear' };
  return [...key].length === 1 ? { kind: 'type', text: key } : undefined;
}

/** With control only the focus moves. */
function pickOf(isExtending: boolean, isModified: boolean): Pick {
  if (isExtending) return isModified ? 'extend' : 'range';
  return isModified ? 'none' : 'only';
}

interface Layout {
  readonly total: number;
  /** Documents beside each other. */
  readonly columns: number;
  /** Rows that fit into the view. */
  readonly rows: number;
}

/** Where a move leads from a place in the list. */
export function moved(from: number, move: Move, { total, columns, rows }: Layout): number {
  const steps: Readonly<Record<Move, number>> = {
    up: -columns,
    down: columns,
    left: columns > 1 ? -1 : 0,
    right: columns > 1 ? 1 : 0,
    'page-up': -columns * Math.max(1, rows - 1),
    'page-down': columns * Math.max(1, rows - 1),
    first: -total,
    last: total,
  };
  const to = from + steps[move];
  // There is nothing above the first row of tiles: the focus stays in its column.
  if (move === 'up' && to < 0) return from;
  return Math.max(0, Math.min(total - 1, to));
}
