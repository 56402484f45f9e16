import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/src/index.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { serverUrl } from './server.ts';

export type Operation = Schemas['operation'];
export type Param = Operation['params'][number];

/** Every operation and chain that callers may see, by label. */
export const operationsQuery = queryOptions({
  queryKey: keys.fixed('operations'),
  queryFn: async ({ signal }) => (await api.GET('/site/automation', { signal })).operations,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What is sent: files in the place of the input are parts of a form. */
export interface OperationCall {
  readonly operation: string;
  readonly input?: unknown;
  readonly files: readonly File[];
  readonly params: Readonly<Record<string, unknown>>;
}

/** JSON as it is shown, a file to keep, or nothing. */
export type OperationResult =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly content: Blob }
  | { readonly kind: 'nothing' };

export async function runOperation(call: OperationCall): Promise<OperationResult> {
  const { operation, files, params } = call;
  const body = files.length > 0 ? formOf(call) : { input: call.input, params };
  const response = await api.send('POST', '/site/automation/{operation}', {
    path: { operation },
    body,
  });
  const type = response.headers.get('Content-Type') ?? '';
  const disposition = response.headers.get('Content-Disposition');
  if (response.status === 204) return { kind: 'nothing' };
  if (disposition === null && type.startsWith('application/json')) {
    return { kind: 'json', text: JSON.stringify(await response.json(), null, 2) };
  }
  const content = await response.blob();
  if (content.size === 0 && disposition === null) return { kind: 'nothing' };
  return { kind: 'file', name: fileNameOf(disposition) ?? operation, content };
}

function formOf({ files, params }: OperationCall): FormData {
  const form = new FormData();
  const request = new Blob([JSON.stringify({ params })], { type: 'application/json' });
  form.append('request', request);
  for (const file of files) form.append('input', file);
  return form;
}

function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)/i.exec(disposition ?? '')?.[1];
}

/** The same call for a command line, where the password is asked for. */
export function curlOf(call: OperationCall, username: string): string {
  const { operation, files, params, input } = call;
  const address = serverUrl(`site/automation/${encodeURIComponent(operation)}`);
  const body =
    files.length > 0
      ? [
          `-F ${quoted(`request=${JSON.stringify({ params })};type=application/json`)}`,
          ...files.map(({ name }) => `-F ${quoted(`input=@${name}`)}`),
        ]
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify({ input, params }))}`];
  return [`curl -u ${quoted(username)} -X POST ${quoted(address)}`, ...body].join(' \\\n  ');
}

/** For a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
