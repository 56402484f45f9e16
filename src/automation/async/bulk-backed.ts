import { parseJson } from '../../base/json.ts';

/** A status is shorter; longer results are not read to find out. */
const resultLengthMax = 16_384;

interface StoredFile {
  readonly kind?: unknown;
  readonly isList?: unknown;
  readonly blobs?: readonly { readonly base64?: unknown; readonly mimeType?: unknown }[];
}

/**
 * The id of the bulk command whose status an execution has returned: the execution lasts as long as the
 * command then. Undefined for all other results.
 */
export function bulkCommandOf(result: string): string | undefined {
  if (result.length > resultLengthMax) return undefined;
  const { kind, isList, blobs } = parseJson(result) as StoredFile;
  const [file] = blobs ?? [];
  if (kind !== 'blobs' || isList !== false || file?.mimeType !== 'application/json')
    return undefined;
  if (typeof file.base64 !== 'string') return undefined;
  return commandIn(Buffer.from(file.base64, 'base64').toString());
}

function commandIn(text: string): string | undefined {
  try {
    const json = parseJson(text) as { readonly [member: string]: unknown } | null;
    const isStatus = json?.['entity-type'] === 'bulkStatus' && typeof json.commandId === 'string';
    return isStatus ? (json.commandId as string) : undefined;
  } catch {
    return undefined;
  }
}
