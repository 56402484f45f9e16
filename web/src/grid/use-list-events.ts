import { type KeyboardEvent, type MouseEvent, type RefObject, useRef } from 'react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { type Command, commandOf, moved } from './keys.ts';
import type { Layout } from './layout.ts';
import type { DocumentListProps } from './list-props.ts';
import { expectFocus } from './memory.ts';
import {
  nothingSelected,
  type Pick,
  pickOfClick,
  type Rows,
  select,
  selectLoaded,
  selectWhole,
} from './selection.ts';
import { TypeAhead } from './type-ahead.ts';
import type { ListPlace } from './use-list-place.ts';
import type { ScrollWindow } from './use-scroll-window.ts';

interface Options {
  readonly props: DocumentListProps;
  readonly rows: Rows;
  readonly place: ListPlace;
  readonly scroll: ScrollWindow;
  readonly layout: Layout;
  /** Set where the focus of the keyboard is to follow. */
  readonly wantsFocus: RefObject<boolean>;
}

/** What the pointer and the keyboard do; one set of listeners for all rows. */
export function useListEvents(options: Options) {
  const typeAhead = useRef(new TypeAhead());
  const clear = (): void => options.place.setSelection(nothingSelected);
  return {
    clear,
    /** Selects all that have been loaded, or nothing. */
    toggleAll: () =>
      options.place.selection.documents.size > 0
        ? clear()
        : options.place.setSelection(selectLoaded(options.rows, options.place.selection)),
    /** What is dragged with a document: the selection, if it is a part of it. A whole list has more than is known. */
    dragged: (document: Doc) => (options.place.isWhole ? [] : concerned(options, document)),
    selectWhole: () =>
      options.place.setSelection(
        selectWhole(options.rows, options.place.selection, options.props.listing.text),
      ),
    handlers: {
      onClick: (event: MouseEvent) => click(options, event),
      onDoubleClick(event: MouseEvent) {
        const index = indexAt(event.target);
        const document = index === undefined ? undefined : options.rows.at(index);
        if (document && !closest(event.target, '[data-check]')) options.props.onOpen(document);
      },
      onContextMenu: (event: MouseEvent) => openMenu(options, event),
      onKeyDown(event: KeyboardEvent) {
        if (closest(event.target, '[data-head]')) return;
        const atMs = performance.now();
        const isWord = event.key === ' ' && typeAhead.current.isTyping(atMs);
        const command = isWord ? ({ kind: 'type', text: ' ' } as const) : commandOf(event);
        if (
          !command ||
          (command.kind === 'clear' && options.place.selection.documents.size === 0)
        ) {
          return;
        }
        event.preventDefault();
        if (command.kind === 'type') {
          const typed = { text: command.text, atMs };
          const found = typeAhead.current.find(options.rows, options.place.focus, typed);
          if (found !== undefined) go(options, found, 'only');
        } else obey(options, command, event.target);
      },
      onFocus({ target }: { readonly target: EventTarget }) {
        const index = indexAt(target);
        if (index !== undefined && index !== options.place.focus) options.place.setFocus(index);
      },
    },
  };
}

function closest(target: EventTarget, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

function indexAt(target: EventTarget): number | undefined {
  const index = closest(target, '[data-index]')?.dataset.index;
  return index === undefined ? undefined : Number(index);
}

/** The selected documents where the given one is among them, otherwise that one alone. */
function concerned({ rows, place }: Options, document: Doc): readonly Doc[] {
  const { documents } = place.selection;
  if (!place.isSelected(document.uid)) return [document];
  return [...documents.values()].map((each) => rows.at(rows.indexOf(each.uid) ?? -1) ?? each);
}

function click({ props, rows, place }: Options, event: MouseEvent): void {
  const index = indexAt(event.target);
  const document = index === undefined ? undefined : rows.at(index);
  if (index === undefined || !document) return;
  const pick = pickOfClick(event);
  if (closest(event.target, 'a')) {
    event.preventDefault();
    if (pick === 'only') {
      props.onOpen(document);
      return;
    }
  }
  const isCheck = closest(event.target, '[data-check]') !== null;
  const picked = isCheck ? (event.shiftKey ? 'extend' : 'toggle') : pick;
  place.setSelection(
    select(rows, place.selection, { at: index, focus: place.focus, pick: picked }),
  );
  place.setFocus(index);
}

/** Leads the focus to a row. */
function go(options: Options, to: number, pick: Pick): void {
  const { rows, place, scroll, layout, wantsFocus } = options;
  place.setSelection(select(rows, place.selection, { at: to, focus: place.focus, pick }));
  place.setFocus(to);
  scroll.reveal(Math.floor(to / layout.columns));
  wantsFocus.current = true;
}

function obey(options: Options, command: Exclude<Command, { kind: 'type' }>, target: EventTarget) {
  const { props, rows, place, scroll, layout } = options;
  const { focus, selection } = place;
  const document = rows.at(focus);
  switch (command.kind) {
    case 'move': {
      const { columns } = layout;
      const measures = { total: rows.total, columns, rows: scroll.rowsInView };
      return go(options, moved(focus, command.move, measures), command.pick);
    }
    case 'toggle':
      return place.setSelection(select(rows, selection, { at: focus, focus, pick: 'toggle' }));
    case 'all':
      return place.setSelection(selectLoaded(rows, selection));
    case 'clear':
      return place.setSelection(nothingSelected);
    case 'parent':
      expectFocus();
      return props.onParent();
    case 'menu': {
      const box = closest(target, '[data-index]')?.getBoundingClientRect();
      return box && showMenu(options, focus, { x: box.left + 48, y: box.bottom });
    }
    case 'preview':
      return document && props.onPreview(document);
    case 'open':
      if (!document) return;
      if (isFolder(document)) expectFocus();
      return props.onOpen(document);
  }
}

function openMenu(options: Options, event: MouseEvent): void {
  const index = indexAt(event.target);
  if (index === undefined) return;
  event.preventDefault();
  showMenu(options, index, { x: event.clientX, y: event.clientY });
}

function showMenu(options: Options, index: number, at: { x: number; y: number }): void {
  const { props, rows, place } = options;
  const document = rows.at(index);
  if (!document) return;
  const isSelected = place.isSelected(document.uid);
  if (!isSelected) {
    place.setSelection(select(rows, place.selection, { at: index, focus: index, pick: 'only' }));
  }
  place.setFocus(index);
  const isWhole = isSelected && place.isWhole;
  props.onMenu({ documents: concerned(options, document), isWhole }, at);
}
