import { startTransition, useEffect, useState } from 'react';
import { firstListing } from './first-listing.ts';

/** False until what is shown first is on the screen: what nobody sees yet can be made behind it. */
export function useHasBeenDrawn(): boolean {
  const [hasBeenDrawn, setHasBeenDrawn] = useState(false);
  useEffect(() => {
    let isShown = true;
    void firstListing.then(() => {
      requestAnimationFrame(() =>
        setTimeout(() => isShown && startTransition(() => setHasBeenDrawn(true))),
      );
    });
    return () => {
      isShown = false;
    };
  }, []);
  return hasBeenDrawn;
}
