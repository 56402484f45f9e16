import { type RefObject, useEffect } from 'react';

/** Nothing behind the element has the focus meanwhile; messages, which are beside it in the page, stay in use. */
export function useOnlyElement(element: RefObject<HTMLElement | null>, isOnly: boolean): void {
  useEffect(() => {
    const shown = element.current;
    if (!isOnly || !shown) return;
    const others = othersThan(shown);
    for (const each of others) each.inert = true;
    return () => {
      for (const each of others) each.inert = false;
    };
  }, [element, isOnly]);
}

/** All that is beside the element or what it is in, within the application. */
function othersThan(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  let inner: HTMLElement = element;
  while (inner.parentElement && inner.parentElement !== document.body) {
    for (const each of inner.parentElement.children) {
      if (each !== inner && each instanceof HTMLElement && !each.inert) others.push(each);
    }
    inner = inner.parentElement;
  }
  return others;
}

/**
 * The window fills the screen where the browser allows it, and Escape leaves that. `staysFull` says, when the
 * component is removed, whether another one goes on: going through a list of documents must not flicker.
 */
export function useFullScreen(
  isFull: boolean,
  onLeave: () => void,
  staysFull: () => boolean,
): void {
  useEffect(() => {
    if (!isFull) return;
    const page = document.documentElement;
    if (!document.fullscreenElement) page.requestFullscreen?.().catch(() => undefined);
    const leave = (): void => {
      if (!document.fullscreenElement) onLeave();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
    };
    document.addEventListener('fullscreenchange', leave);
    addEventListener('keydown', press);
    return () => {
      document.removeEventListener('fullscreenchange', leave);
      removeEventListener('keydown', press);
      if (staysFull() || document.fullscreenElement !== page) return;
      document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull, onLeave, staysFull]);
}
