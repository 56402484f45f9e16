import type { Readable } from 'node:stream';
import { planTop, planTree } from '../../archives/archive-plan.ts';
import { noteBlobOf } from '../../automation/note-blob.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import { slicesOf } from '../../base/slices.ts';
import { isContainer, isNote } from '../../content/renditions.ts';
import { SiblingNames } from '../../content/sibling-names.ts';
import { isCollection } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import { listPlacesBelow } from '../../repository/documents/exported-places.ts';
import { findDocumentsById, loadAcls } from '../../repository/documents/find-many.ts';
import { emptyRequest } from '../../repository/search/provider-request.ts';
import { runProvider } from '../../repository/search/run-provider.ts';
import { withoutLargeValues } from '../../repository/unit/unit.ts';
import { type ContainerEntry, folderName, modifiedOf } from './container-entries.ts';
import { mainBlobOf } from './document-blobs.ts';

export interface DownloadEntry extends ContainerEntry {
  /** Of long notes, about. */
  readonly sizeBytes: number;
}

/** A folder of the archive. */
interface Place {
  /** Empty or with a slash at the end. */
  readonly prefix: string;
  readonly names: SiblingNames;
}

const documentsPerSlice = 200;

/**
 * The main files of documents and of all that is in folders and collections among them, at any depth. What is in a
 * folder is decided in one state of the store, so that nothing is missed while others change it. Documents that
 * the caller may not read are left out, and what is below these.
 */
export class DownloadTree {
  readonly #context: OperationContext;

  constructor(context: OperationContext) {
    this.#context = context;
  }

  /** @throws AppError request.answer-too-large for a folder with too many documents or levels */
  entries(documents: readonly Document[]): AsyncGenerator<DownloadEntry> {
    return this.#all(documents, { prefix: '', names: new SiblingNames() }, []);
  }

  async *#all(
    documents: readonly Document[],
    place: Place,
    above: readonly string[],
  ): AsyncGenerator<DownloadEntry> {
    for (const document of documents) {
      if (isContainer(document)) yield* this.#container(document, place, above);
      else yield* this.#fileOf(document, place, 0);
    }
  }

  async *#container(
    container: Document,
    outer: Place,
    above: readonly string[],
  ): AsyncGenerator<DownloadEntry> {
    const place = folderIn(outer, container);
    if (isCollection(container)) yield* this.#members(container, place, above);
    const top = planTop(container);
    const planned = await this.#context.read(async (unit) =>
      planTree(top, await listPlacesBelow(unit, container)),
    );
    const places = new Map([[top.folder, place]]);
    for (const slice of slicesOf(planned.slice(1), documentsPerSlice)) {
      const documents = await this.#readable(slice.map(({ id }) => id));
      for (const { id, folder, bytes } of slice) {
        const parent = places.get(folder.slice(0, folder.lastIndexOf('/')));
        const document = documents.get(id);
        if (!document || !parent) continue;
        const own = isContainer(document) ? folderIn(parent, document) : parent;
        places.set(folder, own);
        if (isCollection(document)) yield* this.#members(document, own, above);
        else if (!isContainer(document)) yield* this.#fileOf(document, parent, bytes);
      }
    }
  }

  /** @param above the collections that it is in: one that is in itself would have no end */
  async *#members(
    collection: Document,
    place: Place,
    above: readonly string[],
  ): AsyncGenerator<DownloadEntry> {
    if (above.includes(collection.id)) return;
    for await (const page of membersOf(this.#context, collection)) {
      yield* this.#all(page, place, [...above, collection.id]);
    }
  }

  async #readable(ids: readonly string[]): Promise<ReadonlyMap<string, Document>> {
    await this.#context.takeTurn(0);
    return this.#context.read(async (unit) => {
      const found = await findDocumentsById(withoutLargeValues(unit), ids);
      await loadAcls(unit, found);
      const readable = new Map<string, Document>();
      for (const document of found) {
        if (await hasPermission(unit, { document, permission: 'Read' })) {
          readable.set(document.id, document);
        }
      }
      return readable;
    });
  }

  *#fileOf(document: Document, place: Place, storedBytes: number): Generator<DownloadEntry> {
    const file = this.#mainFile(document, storedBytes);
    if (!file) return;
    const name = place.prefix + place.names.take(file.name || 'file');
    yield { ...file, name, modifiedMs: modifiedOf(document) ?? this.#context.nowMs };
  }

  #mainFile(document: Document, storedBytes: number) {
    if (isNote(document) && typeof document.properties['note:note'] !== 'string') {
      return this.#longNote(document, storedBytes);
    }
    const blob = mainBlobOf(document);
    if (!blob) return undefined;
    const { name, sizeBytes, place } = blob;
    return { name, sizeBytes, place, open: () => this.#context.openBlob(blob) };
  }

  /** Lists leave out long texts: they are read when they are written. */
  #longNote(document: Document, sizeBytes: number) {
    const { id, properties } = document;
    const shown = { ...document, properties: { ...properties, 'note:note': '' } };
    const open = async (): Promise<Readable | Uint8Array[]> => {
      const blob = noteBlobOf(await this.#context.load({ id }));
      return blob ? this.#context.openBlob(blob) : [];
    };
    const place = { document, xpath: 'note:note' };
    return { name: noteBlobOf(shown)?.name ?? null, sizeBytes, place, open };
  }
}

function folderIn({ prefix, names }: Place, container: Document): Place {
  return { prefix: `${prefix}${names.take(folderName(container))}/`, names: new SiblingNames() };
}

const membersProvider = 'default_content_collection';

async function* membersOf(
  context: OperationContext,
  collection: Document,
): AsyncGenerator<readonly Document[]> {
  const provider = context.pageProviders.get(membersProvider);
  const { id } = collection.proxyTarget ?? collection;
  for (let offset = 0; ; offset += documentsPerSlice) {
    await context.takeTurn(0);
    const request = { ...emptyRequest, positional: [id], pageSize: documentsPerSlice, offset };
    const { documents } = await context.readBounded((unit) =>
      runProvider(withoutLargeValues(unit), { provider, request }),
    );
    yield documents;
    if (documents.length < documentsPerSlice) return;
  }
}
