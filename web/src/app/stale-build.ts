const reloadedKey = 'cartulary.reloaded';
/** A build that is broken must not be loaded again and again. */
const pauseMs = 60_000;

/** Parts of an old build are gone after an update of the server: the page is loaded once more. */
export function reloadForNewBuild(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < pauseMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    location.reload();
  });
}
