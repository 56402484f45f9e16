import { type RefObject, useLayoutEffect, useRef } from 'react';
import { recall, remember, takeExpectedFocus } from './memory.ts';
import type { ListPlace } from './use-list-place.ts';

interface Options {
  /** Of the history of the window. */
  readonly entry: string;
  readonly element: HTMLDivElement | null;
  /** The height of the list is the final one. */
  readonly isComplete: boolean;
  readonly place: ListPlace;
  /** Set to give the focus to the row that it belongs to. */
  readonly wantsFocus: RefObject<boolean>;
}

/** Puts the list back to where it was when its entry of the history was left, and keeps that when it is left. */
export function useRestoredList({ entry, element, isComplete, place, wantsFocus }: Options): void {
  const latest = useRef({ place, scroll: 0 });
  latest.current.place = place;
  const restored = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!element || !isComplete || restored.current === entry) return;
    const isFirst = restored.current === undefined;
    restored.current = entry;
    const memory = recall(entry);
    if (isFirst || memory.scroll > 0) element.scrollTop = memory.scroll;
    if (isFirst && (memory.hadFocus || takeExpectedFocus())) wantsFocus.current = true;
  }, [element, isComplete, entry, wantsFocus]);
  useLayoutEffect(() => {
    if (!element) return;
    const listen = (): void => {
      latest.current.scroll = element.scrollTop;
    };
    element.addEventListener('scroll', listen, { passive: true });
    return () => {
      element.removeEventListener('scroll', listen);
      const { focus, selection } = latest.current.place;
      remember(entry, {
        scroll: latest.current.scroll,
        focus,
        hadFocus: element.contains(document.activeElement),
        selection,
      });
    };
  }, [element, entry]);
}
