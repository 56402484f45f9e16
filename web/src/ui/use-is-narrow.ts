import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const media = matchMedia(query);
      media.addEventListener('change', listen);
      return () => media.removeEventListener('change', listen);
    },
    () => matchMedia(query).matches,
  );
}

/** A window of a telephone. */
export function useIsNarrow(): boolean {
  return useMedia('(width < 40rem)');
}

/** Wide enough for something beside the content. */
export function useIsWide(): boolean {
  return useMedia('(width >= 60rem)');
}
