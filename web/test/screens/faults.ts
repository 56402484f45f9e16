import type { Page, Request } from 'playwright-core';

/** Requests of a page that are held first, and then answered as the test says. */
export interface Fault {
  /** Lets those that are held go, with this answer for them and for all that follow. */
  answer(status: number): void;
  end(): Promise<void>;
}

/** What the server says in the place of an answer. */
export const refusal = (status: number) => `refused with ${status}`;
export const refusedRequest = (status: number) => `request-${status}`;

/** Holds the requests that a screen cannot be shown without. */
export async function holdRequests(
  page: Page,
  isMeant: (request: Request) => boolean,
): Promise<Fault> {
  const gate = Promise.withResolvers<void>();
  let status = 0;
  await page.route('**/*', async (route) => {
    if (!isMeant(route.request())) return route.fallback();
    await gate.promise;
    if (status === 0) return route.fallback();
    const json = { 'entity-type': 'exception', status, message: refusal(status) };
    const headers = { 'X-Request-Id': refusedRequest(status) };
    // The page may have given the request up.
    await route.fulfill({ status, headers, json }).catch(() => undefined);
  });
  return {
    answer(next) {
      status = next;
      gate.resolve();
    },
    async end() {
      status = 0;
      gate.resolve();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
