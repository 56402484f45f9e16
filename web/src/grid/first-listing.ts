let show: () => void;

/** Settles when documents are on the screen for the first time; what is less urgent is loaded then. */
export const firstListing = new Promise<void>((resolve) => {
  show = resolve;
});

export function listingShown(): void {
  // Seen by the test of what is loaded before.
  performance.mark('listing');
  // The frame with it is drawn before other work begins.
  requestAnimationFrame(() => setTimeout(show));
}
