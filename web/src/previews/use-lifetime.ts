import { type RefObject, useEffect } from 'react';

/** Ends what an element has begun when it is removed. */
export function useLifetime<E>(element: RefObject<E | null>, end: (element: E) => void): void {
  useEffect(() => {
    const current = element.current;
    return () => {
      if (current) end(current);
    };
  }, [element, end]);
}
