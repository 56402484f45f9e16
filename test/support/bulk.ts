import { vi } from 'vitest';
import type { TestClient, TestRequest, TestResponse } from './app.ts';

/** JSON of a status. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
export type Status = any;

interface BulkCall extends Pick<TestRequest, 'user' | 'password'> {
  readonly query: string;
  readonly params?: object;
  readonly more?: Readonly<Record<string, string>>;
}

export function submit(
  client: TestClient,
  action: string,
  { query, params, more = {}, ...who }: BulkCall,
): Promise<TestResponse> {
  const search = new URLSearchParams({ query, ...more });
  const body = params === undefined ? {} : { body: params };
  return client.request(`POST /api/v1/search/bulk/${action}?${search}`, { ...who, ...body });
}

export async function statusOf(client: TestClient, id: string): Promise<Status> {
  return (await client.request(`GET /api/v1/management/bulk/${id}`)).json;
}

/** The status once the command has ended. */
export function whenEnded(client: TestClient, id: string): Promise<Status> {
  return vi.waitFor(
    async () => {
      const status = await statusOf(client, id);
      if (status.state !== 'COMPLETED' && status.state !== 'ABORTED') {
        throw new Error(`the command is ${JSON.stringify(status)}`);
      }
      return status;
    },
    { timeout: 60_000, interval: 20 },
  );
}

/** Submits a command and waits for its end. */
export async function run(client: TestClient, action: string, call: BulkCall): Promise<Status> {
  const { status, text, json } = await submit(client, action, call);
  if (status !== 202) throw new Error(`the command is refused with ${status} ${text}`);
  return whenEnded(client, json.commandId);
}
