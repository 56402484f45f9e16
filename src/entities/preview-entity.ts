import type { Dialect } from './dialect.ts';
import { type JsonOf, nullable, objectOf, text } from './json-schema.ts';

export const previewSchema = objectOf({ url: nullable(text) });

/** Where there is no preview, the contract has a text and other clients expect null. */
export function writePreview(
  url: string | undefined,
  dialect: Dialect,
): JsonOf<typeof previewSchema> {
  return { url: url ?? (dialect === 'contract' ? '' : null) };
}
