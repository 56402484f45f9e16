import type { QueryClient } from '@tanstack/react-query';
import type { createAppRouter } from './router.ts';

/** Settles when the screen of the address has been loaded, and nothing that it asks for is on its way any more. */
export async function firstAnswers(
  client: QueryClient,
  router: ReturnType<typeof createAppRouter>,
): Promise<void> {
  await loadScreen(router);
  const isDone = (): boolean => client.isFetching() === 0;
  if (isDone()) return;
  await new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (!isDone()) return;
      stop();
      resolve();
    });
  });
}

/** What is drawn follows the address by itself, but for changes that happen while the first screen is being loaded. */
async function loadScreen(router: ReturnType<typeof createAppRouter>): Promise<void> {
  const stop = router.history.subscribe(() => void router.load());
  await router.load().finally(stop);
}
