import type { ReadHandle } from '../../storage/database.ts';
import type { Damaged } from './progress.ts';

const linesMax = 100;
const pathsMax = 3;

/** A line for each content that is damaged in the source, with documents that have it. */
export async function describeDamaged(
  source: ReadHandle,
  damaged: readonly Damaged[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const each of damaged.slice(0, linesMax)) lines.push(await describe(source, each));
  const more = damaged.length - lines.length;
  return more > 0 ? [...lines, `damaged: ${more} more`] : lines;
}

async function describe(source: ReadHandle, damaged: Damaged): Promise<string> {
  if ('chunk' in damaged) return `damaged chunk of an upload ${damaged.chunk}: ${damaged.reason}`;
  const owners = await readOwners(source, damaged.key);
  const documents = owners.length === 0 ? 'no document has it' : `of ${owners.join(', ')}`;
  return `damaged content ${damaged.key}: ${damaged.reason}; ${documents}`;
}

async function readOwners(source: ReadHandle, key: string): Promise<readonly string[]> {
  const query = source.rows
    .selectFrom('blob_reference')
    .innerJoin('document', 'document.id', 'blob_reference.document_id')
    .select(['document.id', 'document.path'])
    .where('blob_reference.blob_key', '=', key)
    .orderBy('document.id')
    .limit(pathsMax + 1);
  const rows = await source.all(query);
  const names = rows.slice(0, pathsMax).map(({ id, path }) => path ?? `version ${id}`);
  return rows.length > pathsMax ? [...names, 'and others'] : names;
}
