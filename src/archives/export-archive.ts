import { Readable } from 'node:stream';
import type { BlobKey } from '../base/ids.ts';
import { giveTurn, isTurnOver } from '../base/turns.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { documentEntry, markerEntry } from '../content/archive-entries.ts';
import { writeZip, type ZipEntry } from '../content/zip-writer.ts';
import { documentXml, type ExportedDocument } from '../entities/document-xml.ts';
import { collectBlobs } from '../model/property-access.ts';
import { getDocument } from '../repository/documents/documents.ts';
import { listPlacesBelow } from '../repository/documents/exported-places.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';
import { type PlannedDocument, planTop, planTree } from './archive-plan.ts';
import { readExported } from './exported-documents.ts';

/** Where an export reads: with the rights of the caller, and in as many units as it takes. */
export interface ExportSource {
  read<T>(work: (unit: ReadUnit) => Promise<T>): Promise<T>;
  readonly blobs: Pick<BlobStore, 'open'>;
  readonly nowMs: number;
}

/**
 * The XML of one document, as a stream.
 *
 * @throws AppError document.not-found, permission.denied
 */
export async function exportXml(source: ExportSource, id: string): Promise<Readable> {
  const exported = await source.read(async (unit) => {
    await getDocument(unit, { id });
    return readExported(unit, [id]);
  });
  return Readable.from(inTurns(exported));
}

/**
 * A zip archive of a document, or of it and all below it that the caller may read, as a stream. Each
 * document has a folder, with its XML and its files. What is in the archive is decided before it begins; a
 * document that is removed, or made unreadable, before its turn is left out.
 *
 * @throws AppError document.not-found, permission.denied, request.answer-too-large
 */
export async function exportArchive(
  source: ExportSource,
  { id, isTree }: { readonly id: string; readonly isTree: boolean },
): Promise<Readable> {
  const planned = await source.read(async (unit) => {
    const document = await getDocument(unit, { id });
    const top = planTop(document);
    if (!isTree) return [top];
    return planTree(top, await listPlacesBelow(unit, document));
  });
  return writeZip(entriesOf(source, planned), { hasSafeNames: true });
}

async function* entriesOf(
  source: ExportSource,
  planned: readonly PlannedDocument[],
): AsyncGenerator<ZipEntry> {
  yield markerOf(source, planned.length);
  for (const slice of slicesBySize(planned)) {
    const folders = new Map(slice.map(({ id, folder }) => [id, folder]));
    const ids = [...folders.keys()];
    for (const exported of await source.read((unit) => readExported(unit, ids))) {
      yield* entriesOfDocument(source, exported, folders.get(exported.document.id) ?? '');
    }
  }
}

/** First in the archive, so that a reader knows what it is before it has the rest. */
function markerOf({ nowMs }: ExportSource, documents: number): ZipEntry {
  const content = [Buffer.from(`documents=${documents}\n`)];
  return { name: markerEntry, modifiedMs: nowMs, open: async () => content };
}

function* entriesOfDocument(
  { blobs, nowMs }: ExportSource,
  exported: ExportedDocument,
  folder: string,
): Generator<ZipEntry> {
  yield {
    name: `${folder}/${documentEntry}`,
    modifiedMs: nowMs,
    open: async () => encoded(exported),
  };
  for (const { blob, xpath } of collectBlobs(exported.document.properties)) {
    yield {
      name: `${folder}/${exported.files.get(xpath)}`,
      modifiedMs: nowMs,
      mimeType: blob.mimeType,
      open: () => blobs.open(blob.key as BlobKey),
    };
  }
}

const documentsPerSlice = 100;
/** Of properties that are in memory together; a single document may have more. */
const bytesPerSlice = 2_000_000;

function* slicesBySize(planned: readonly PlannedDocument[]): Generator<readonly PlannedDocument[]> {
  let slice: PlannedDocument[] = [];
  let bytes = 0;
  for (const each of planned) {
    const isFull = slice.length === documentsPerSlice || bytes + each.bytes > bytesPerSlice;
    if (slice.length > 0 && isFull) {
      yield slice;
      [slice, bytes] = [[], 0];
    }
    slice.push(each);
    bytes += each.bytes;
  }
  if (slice.length > 0) yield slice;
}

async function* inTurns(documents: readonly ExportedDocument[]): AsyncGenerator<Uint8Array> {
  for (const document of documents) {
    for (const piece of encoded(document)) {
      yield piece;
      if (isTurnOver()) await giveTurn();
    }
  }
}

const charactersPerChunk = 65_536;

function* encoded(document: ExportedDocument): Generator<Uint8Array> {
  let text = '';
  for (const piece of documentXml(document)) {
    text += piece;
    if (text.length < charactersPerChunk) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
