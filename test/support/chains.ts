import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp, type TestResponse } from './app.ts';
import { makeFolder } from './engines.ts';
import type { OperationCall } from './operations.ts';

export interface TestStep {
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export function step(operation: string, params: Readonly<Record<string, unknown>> = {}): TestStep {
  return { operation, params };
}

/** Writes the contents as configuration files and passes their paths to `work`. */
export async function withOperationFiles<T>(
  contents: readonly unknown[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const folder = await makeFolder();
  try {
    const paths = contents.map((_, index) => join(folder.path, `operations-${index}.json`));
    for (const [index, content] of contents.entries()) {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      await writeFile(paths[index] as string, text);
    }
    return await work(paths);
  } finally {
    await folder.remove();
  }
}

/** An application with the chains, by id. */
export function startWithChains(
  engine: EngineName,
  chains: Readonly<Record<string, readonly TestStep[]>>,
  others: object = {},
  flags: Readonly<Record<string, unknown>> = {},
): Promise<TestApp> {
  const content = {
    ...others,
    chains: Object.entries(chains).map(([id, steps]) => ({ id, steps })),
  };
  return withOperationFiles([content], (operationFiles) =>
    startTestApp(engine, { operationFiles, ...flags }),
  );
}

/** Calls an operation with text files as its input, named `0.txt` and so on. */
export function callWithFiles(
  app: TestApp,
  id: string,
  { files, ...call }: Omit<OperationCall, 'input'> & { readonly files: readonly string[] },
): Promise<TestResponse> {
  const { params, context, headers, ...options } = call;
  const parts = [
    `Content-Type: application/json\r\n\r\n${JSON.stringify({ params, context })}`,
    ...files.map(
      (text, index) =>
        `Content-Disposition: attachment; filename="${index}.txt"\r\nContent-Type: text/plain\r\n\r\n${text}`,
    ),
  ];
  const text = parts.map((part) => `--part\r\n${part}\r\n`).join('');
  return app.request(`POST /site/automation/${encodeURIComponent(id)}`, {
    ...options,
    headers: { ...headers, 'content-type': 'multipart/related; boundary=part' },
    body: Buffer.from(`${text}--part--\r\n`),
  });
}

/** Contents of the files in a response of several, in their order. */
export function filesOf({ headers, text }: TestResponse): string[] {
  const [, boundary] = /boundary="([^"]+)"/.exec(String(headers['content-type'])) ?? [];
  if (boundary === undefined) throw new Error(`not an answer of several parts: ${text}`);
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, -2));
}
