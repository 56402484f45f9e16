import type { BlobValue } from '../../model/value.ts';
import type { BlobTable } from '../../storage/tables.ts';

/** The columns of a result, in a query that joins its content. */
export const resultColumns = [
  'blob.key',
  'blob.size',
  'blob.digest',
  'blob.digest_algorithm',
  'result_type',
] as const;

type ResultRow = Pick<BlobTable, 'key' | 'size' | 'digest' | 'digest_algorithm'> & {
  readonly result_type: string | null;
};

export function resultOf(row: ResultRow, name: string | null): BlobValue {
  const { key, digest, digest_algorithm: digestAlgorithm, result_type: mimeType } = row;
  return { key, digest, digestAlgorithm, length: Number(row.size), mimeType, name, encoding: null };
}

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** `plan.pdf` becomes `plan.jpg`. */
export function resultName(name: string | null, mimeType: string | null): string {
  const base = (name ?? 'thumbnail').replace(/\.[^./\\]{1,10}$/, '');
  return `${base}.${extensions[mimeType ?? ''] ?? 'bin'}`;
}
