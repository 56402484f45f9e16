import { z } from 'zod';
import { isAppError } from '../../base/errors/app-error.ts';
import {
  computeDigest,
  countOtherDigests,
  listOtherDigests,
  type NewDigest,
  type OtherDigest,
  storeDigests,
} from '../../repository/attachments/blob-digests.ts';
import {
  listDocumentsOfOtherDigests,
  renewDigests,
} from '../../repository/editing/document-digests.ts';
import {
  defineMigration,
  type MigrationServices,
  type MigrationSlice,
  type SliceOptions,
} from './definition.ts';

/** First the contents, by their keys, then the documents that show their digests, by their ids. */
const positionSchema = z.object({ phase: z.enum(['contents', 'documents']), after: z.string() });
type Position = z.infer<typeof positionSchema>;

const contentsPerSlice = 20;
/** Bytes of contents that one slice reads, if it has more than one. */
const bytesPerSlice = 64 * 1024 * 1024;

/** After a change of the setting `digestAlgorithm` stored contents keep the digests they have. */
export const blobDigestsMigration = defineMigration({
  id: 'blob-digests',
  description: 'Digests of files by the configured algorithm',
  states: ['mixed', 'uniform'],
  steps: [
    {
      id: 'mixed-to-uniform',
      fromState: 'mixed',
      toState: 'uniform',
      description: 'Calculate the digests of contents again, and show them in documents',
      count: ({ database, blobs }) =>
        database.read((handle) => countOtherDigests(handle, blobs.digestAlgorithm)),
      slice(services, options) {
        const position: Position =
          options.position === null
            ? { phase: 'contents', after: '' }
            : positionSchema.parse(options.position);
        return position.phase === 'contents'
          ? sliceOfContents(services, position, options)
          : sliceOfDocuments(services, position);
      },
    },
  ],
  async probe({ database, blobs }) {
    const { digestAlgorithm: algorithm } = blobs;
    const isMixed = await database.read(async (handle) => {
      const contents = await listOtherDigests(handle, { algorithm, after: '', limit: 1 });
      if (contents.length > 0) return true;
      const documents = await listDocumentsOfOtherDigests(handle, { algorithm, after: '' });
      return documents.length > 0;
    });
    return isMixed ? 'mixed' : 'uniform';
  },
});

async function sliceOfContents(
  { database, blobs }: MigrationServices,
  { after }: Position,
  { beat }: SliceOptions,
): Promise<MigrationSlice> {
  const { digestAlgorithm: algorithm } = blobs;
  const page = await database.read((handle) =>
    listOtherDigests(handle, { algorithm, after, limit: contentsPerSlice }),
  );
  const digests: NewDigest[] = [];
  const failures: string[] = [];
  let last: OtherDigest | undefined;
  let bytes = 0;
  for (const content of page) {
    bytes += content.sizeBytes;
    if (last && bytes > bytesPerSlice) break;
    last = content;
    try {
      digests.push({ key: content.key, digest: await computeDigest(blobs, content, beat) });
    } catch (error) {
      if (!isAppError(error, 'store.corrupt')) throw error;
      failures.push(`the content ${content.key} is damaged or missing: run cartulary check`);
    }
  }
  const next: Position = last
    ? { phase: 'contents', after: last.key }
    : { phase: 'documents', after: '' };
  return {
    next,
    done: digests.length + failures.length,
    failures,
    write: ({ handle }) => storeDigests(handle, algorithm, digests),
  };
}

async function sliceOfDocuments(
  { database, blobs }: MigrationServices,
  { after }: Position,
): Promise<MigrationSlice> {
  const { digestAlgorithm: algorithm } = blobs;
  const ids = await database.read((handle) =>
    listDocumentsOfOtherDigests(handle, { algorithm, after }),
  );
  const last = ids.at(-1);
  return {
    next: last === undefined ? null : { phase: 'documents', after: last },
    done: 0,
    write: (unit) => renewDigests(unit, algorithm, ids),
  };
}
