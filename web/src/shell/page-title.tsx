import { useEffect } from 'react';

/** The title of the window, of the history, and of what is read aloud after a navigation. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – Cartulary`;
  }, [title]);
}
