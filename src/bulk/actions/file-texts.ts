import { mapInTurns } from '../../base/turns.ts';
import type { Document } from '../../model/document.ts';
import { isProxy } from '../../model/document.ts';
import type { BlobValue } from '../../model/value.ts';
import { lockDocuments } from '../../repository/documents/find-many.ts';
import {
  readableBlobs,
  renewTexts,
  requestableBlobs,
  requestMissingTexts,
} from '../../repository/fulltext/file-texts.ts';
import { refreshWords } from '../../repository/fulltext/write-index.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { defineBulkAction } from '../action.ts';
import { readFlag } from '../invalid-parameter.ts';

const sizes = { bucketSize: 50, batchSize: 10 } as const;

interface Extraction {
  /** Also documents that are not searched by their words any more. */
  readonly isForced: boolean;
}

export const extractBinaryFulltextAction = defineBulkAction<Extraction>({
  ...sizes,
  name: 'extractBinaryFulltext',
  description:
    'Reads the texts of files again, in the background; with force also removes words of documents that are not to be found by them.',
  parse: (params) => ({
    isForced: readFlag(params, 'force', { action: 'extractBinaryFulltext', otherwise: false }),
  }),
  async run(unit, { items, params }) {
    const { own, withFiles } = await readOwn(unit, items);
    await renewTexts(unit.handle, requestableOf(unit, withFiles));
    if (params.isForced) for (const document of own) await refreshWords(unit, document);
    return { skipped: items.length - (params.isForced ? own : withFiles).length };
  },
});

export const fixBinaryFulltextAction = defineBulkAction<null>({
  ...sizes,
  name: 'fixBinaryFulltext',
  description:
    'Reads texts of files that are missing or could not be read, and stores the words of their documents again.',
  parse: () => null,
  async run(unit, { items }) {
    const { withFiles } = await readOwn(unit, items);
    await requestMissingTexts(unit.handle, requestableOf(unit, withFiles));
    await mapInTurns(withFiles, (document) => refreshWords(unit, document));
    return { skipped: items.length - withFiles.length };
  },
});

interface OwnDocuments {
  /** Without proxies, whose content belongs to their targets. */
  readonly own: readonly Document[];
  readonly withFiles: readonly Document[];
}

async function readOwn(unit: WriteUnit, items: readonly string[]): Promise<OwnDocuments> {
  const documents = await lockDocuments(unit, items);
  const own = [...documents.values()].filter((document) => !isProxy(document));
  return { own, withFiles: own.filter(({ properties }) => readableBlobs(properties).length > 0) };
}

function requestableOf(unit: WriteUnit, documents: readonly Document[]): readonly BlobValue[] {
  const blobs = documents.flatMap(({ properties }) => readableBlobs(properties));
  return requestableBlobs(blobs, unit);
}
