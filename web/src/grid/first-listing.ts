let show: () => void;

/** Settles when documents are on the screen for the first time; what is less urgent is loaded then. */
export const firstListing = new Promise<void>((resolve) => {
  show = resolve;
});

/** Where a browser does not tell when it has drawn a row, and where there is none. */
const longestDrawingMs = 150;
let isMade = false;

export function listingShown(): void {
  if (isMade) return;
  isMade = true;
  // Seen by the test of what is loaded before.
  performance.mark('listing');
  // Other threads draw it: work that begins before they have would take their processor.
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    show();
  }).observe({ type: 'element', buffered: true });
  requestAnimationFrame(() => setTimeout(show, longestDrawingMs));
}
