import { vi } from 'vitest';
import type { TestClient, TestResponse } from './app.ts';
import { filePart, jsonPart, multipartBody, multipartType } from './multipart.ts';
import { callOperation } from './operations.ts';

/** Calls CSV.Import with a file. */
export function importCsv(
  app: TestClient,
  csv: string | Buffer,
  { user = 'Administrator', ...params }: { readonly user?: string; readonly path: string } & object,
): Promise<TestResponse> {
  const body = multipartBody([jsonPart({ params }), filePart('documents.csv', csv)]);
  const headers = { 'content-type': multipartType };
  return app.request('POST /site/automation/CSV.Import', { body, headers, user });
}

/** Waits for the end of an import; returns its result and the lines of its log as texts. */
export async function endOfImport(app: TestClient, id: string, user = 'Administrator') {
  const about = async (operation: string) =>
    (await callOperation(app, operation, { input: id, user })).json.value;
  await vi.waitFor(
    async () => {
      const { state } = await about('CSV.ImportStatus');
      if (state !== 'COMPLETED' && state !== 'ERROR') throw new Error(`still ${state}`);
    },
    { timeout: 60_000, interval: 50 },
  );
  const log = (await about('CSV.ImportLog')) as {
    readonly line: number;
    readonly status: string;
    readonly message: string;
  }[];
  return {
    status: await about('CSV.ImportStatus'),
    result: await about('CSV.ImportResult'),
    log: log.map(({ line, status, message }) => `${line} ${status} ${message}`),
  };
}
