import { hasNewBuild } from '../api/build.ts';

const reloadedKey = 'cartulary.reloaded';
/** A build that is broken must not be loaded again and again. */
const pauseMs = 60_000;

/** Parts of an old build are gone after an update of the server: the page is loaded once more. */
export function reloadForNewBuild(): void {
  addEventListener('vite:preloadError', () => void reloadIfStale());
}

/** Without a connection the page stays as it is: a browser would show its own error in the place of it. */
async function reloadIfStale(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - last < pauseMs || !(await hasNewBuild())) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}
