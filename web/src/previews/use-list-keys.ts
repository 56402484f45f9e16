import { useEffect } from 'react';
import { closesBySpace, stepOf } from './list-keys.ts';

/** Arrow keys go to the previous and the next document, wherever they mean nothing else. */
export function useListKeys(go: ((step: 'previous' | 'next') => void) | undefined): void {
  useEffect(() => {
    if (!go) return;
    const press = (event: KeyboardEvent): void => {
      const step = stepOf(event);
      if (!step) return;
      event.preventDefault();
      go(step);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go]);
}

/** The key that opens a quick look closes it. */
export function useSpaceKey(close: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!closesBySpace(event)) return;
      event.preventDefault();
      close();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [close]);
}
