import type { QueryClient } from '@tanstack/react-query';
import type { createAppRouter } from './router.ts';

/** Settles when the screen of the address has been loaded, and nothing that it asks for is on its way any more. */
export async function firstAnswers(
  client: QueryClient,
  router: ReturnType<typeof createAppRouter>,
): Promise<void> {
  await router.load();
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
