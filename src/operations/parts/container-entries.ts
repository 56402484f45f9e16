import type { OperationContext } from '../../automation/operation-context.ts';
import type { BlobPlace } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { EntryNames } from '../../content/entry-names.ts';
import { defaultRenditionName, isContainer, isNote } from '../../content/renditions.ts';
import type { ZipEntry } from '../../content/zip-writer.ts';
import { isCollection } from '../../model/collection-names.ts';
import type { Document } from '../../model/document.ts';
import { listChildren } from '../../repository/documents/children.ts';
import { emptyRequest } from '../../repository/search/provider-request.ts';
import { runProvider } from '../../repository/search/run-provider.ts';
import { withoutLargeValues } from '../../repository/unit/unit.ts';
import { mainBlobOf } from './document-blobs.ts';
import { makeRendition } from './make-rendition.ts';

/** What is taken of folders and collections, and of those in them. */
interface ContainerExtent {
  /** What the files are for, which decides on them. */
  readonly reason: string | null;
  /** Documents of each folder. */
  readonly limit: number;
  /** 1: no folders in folders. */
  readonly maxDepth: number;
}

/** A file for an archive, and its document. */
export interface ContainerEntry extends ZipEntry {
  /** Where the file is stored; undefined for one that is made. */
  readonly place?: BlobPlace | undefined;
}

const xmlExport = 'xmlExport';
const membersProvider = 'default_content_collection';
const documentsPerPage = 200;
/** Folders and files of one archive. */
const entriesMax = 10_000;

/**
 * The files of what folders and collections contain, for an archive in which folders are folders. Documents
 * are read page by page while the archive is written; without those that the caller may not read.
 */
export class ContainerEntries {
  readonly #context: OperationContext;
  readonly #extent: ContainerExtent;
  #count = 0;

  constructor(context: OperationContext, extent: ContainerExtent) {
    this.#context = context;
    this.#extent = extent;
  }

  /** @throws AppError request.answer-too-large while they are read */
  of(container: Document, prefix = ''): AsyncGenerator<ContainerEntry> {
    return this.#entriesIn({ container, prefix, above: [] });
  }

  async *#entriesIn({ container, prefix, above }: Place): AsyncGenerator<ContainerEntry> {
    const names = new EntryNames();
    const enclosing = [...above, container.id];
    for await (const document of this.#documentsIn(container)) {
      this.#countOne();
      if (!isContainer(document)) {
        const entry = await this.#entryOf(document);
        if (entry) yield { ...entry, name: prefix + names.take(entry.name) };
      } else if (enclosing.length < this.#extent.maxDepth && !enclosing.includes(document.id)) {
        const folder = `${prefix}${names.take(folderName(document))}/`;
        yield* this.#entriesIn({ container: document, prefix: folder, above: enclosing });
      }
    }
  }

  /** A file of many names in one archive would keep the names of all in memory. */
  #countOne(): void {
    this.#count += 1;
    if (this.#count <= entriesMax) return;
    throw new AppError(
      'request.answer-too-large',
      `An archive has at most ${entriesMax} documents: take less with limit and maxDepth, or folder by folder`,
    );
  }

  async *#documentsIn(container: Document): AsyncGenerator<Document> {
    const { limit } = this.#extent;
    const find = isCollection(container) ? this.#members : this.#children;
    for (let offset = 0; offset < limit; offset += documentsPerPage) {
      await this.#context.takeTurn(0);
      const count = Math.min(documentsPerPage, limit - offset);
      const page = await find.call(this, container, { offset, limit: count });
      yield* page;
      if (page.length < count) return;
    }
  }

  #children({ id: parentId }: Document, page: Page): Promise<readonly Document[]> {
    const sort = { by: 'position', order: 'asc' } as const;
    return this.#context.read(async (unit) => {
      const found = await listChildren(withoutLargeValues(unit), { parentId, ...page, sort });
      return found.entries;
    });
  }

  async #members(collection: Document, { offset, limit }: Page): Promise<readonly Document[]> {
    const provider = this.#context.pageProviders.get(membersProvider);
    const { id } = collection.proxyTarget ?? collection;
    const request = { ...emptyRequest, positional: [id], pageSize: limit, offset };
    const found = await this.#context.readBounded((unit) =>
      runProvider(withoutLargeValues(unit), { provider, request }),
    );
    return found.documents;
  }

  /** Undefined when the document has no file. A note is given as its text, which needs no conversion. */
  async #entryOf(document: Document): Promise<ContainerEntry | undefined> {
    const modifiedMs = modifiedOf(document) ?? this.#context.nowMs;
    if (defaultRenditionName(document, this.#extent.reason) === xmlExport) {
      const name = `${document.name}.xml`;
      const open = () => this.#openExport(document);
      return { name, modifiedMs, open };
    }
    const blob = mainBlobOf(await this.#withText(document));
    if (!blob) return undefined;
    const open = () => this.#context.openBlob(blob);
    return { name: blob.name || 'file', modifiedMs, open, place: blob.place };
  }

  /** Lists leave out long texts. */
  async #withText(document: Document): Promise<Document> {
    const { id, properties } = document;
    const isWithout = isNote(document) && typeof properties['note:note'] !== 'string';
    return isWithout ? this.#context.load({ id }) : document;
  }

  async #openExport({ id }: Document) {
    const made = await makeRendition(this.#context, await this.#context.load({ id }), xmlExport);
    if (made) return this.#context.openBlob(made);
    throw new AppError('resource.not-found', `No Blob was found for rendition '${xmlExport}'`);
  }
}

interface Place {
  readonly container: Document;
  readonly prefix: string;
  /** The folders and collections that it is in, from the outermost. */
  readonly above: readonly string[];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

export function folderName({ name, properties }: Document): string {
  const title = properties['dc:title'];
  const shown = typeof title === 'string' && title.trim() !== '' ? title : name;
  return shown.replaceAll(/[/\\]/g, '_');
}

export function modifiedOf({ properties }: Document): number | undefined {
  const modified = properties['dc:modified'];
  return typeof modified === 'number' ? modified : undefined;
}
