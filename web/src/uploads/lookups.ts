import type { Doc } from '../api/types.ts';
import { childrenNamed } from '../api/uploads.ts';
import { freeName, namesPerQuestion, numberedNames, sameName } from './conflicts.ts';
import type { Destination } from './folders.ts';
import { persistently } from './persistence.ts';
import type { UploadQueue } from './queue.ts';
import type { ExistingDocument, Upload } from './upload.ts';

/** Finds which names are taken, for many uploads with one request. */
export class Lookups {
  readonly #asked = new Map<string, Promise<readonly Doc[]>>();
  readonly #queue: UploadQueue;
  readonly #signal: AbortSignal;

  constructor(queue: UploadQueue, signal: AbortSignal) {
    this.#queue = queue;
    this.#signal = signal;
  }

  async existing(upload: Upload, { uid }: Destination): Promise<ExistingDocument | undefined> {
    const asked = this.#asked.get(upload.id) ?? this.#ask(upload, uid);
    const found = (await asked).find((document) => isSameFile(document, upload.name));
    this.#asked.delete(upload.id);
    return found && existingDocument(found);
  }

  #ask(upload: Upload, folder: string): Promise<readonly Doc[]> {
    const together = this.#queue.uncheckedBeside(upload, namesPerQuestion);
    const names = together.map(({ name }) => name);
    const found = this.#childrenNamed(folder, names);
    for (const { id } of together) this.#asked.set(id, found);
    found.catch(() => {
      for (const { id } of together) this.#asked.delete(id);
    });
    return found;
  }

  /** A name for one of two documents that would have the same. */
  async freeName(upload: Upload, { uid }: Destination): Promise<string> {
    const candidates = numberedNames(upload.facts.name, namesPerQuestion);
    const taken = await this.#childrenNamed(uid, candidates);
    const names = taken.flatMap((each) => [each.title, contentOf(each)?.name ?? each.title]);
    return freeName(candidates, names) ?? upload.facts.name;
  }

  #childrenNamed(folder: string, names: readonly string[]): Promise<readonly Doc[]> {
    return persistently(() => childrenNamed(folder, names, this.#signal), this.#signal);
  }
}

interface Content {
  readonly name?: string;
  readonly length?: number | string;
}

function contentOf({ properties }: Doc): Content | undefined {
  const content = properties['file:content'];
  return content && typeof content === 'object' && !Array.isArray(content)
    ? (content as Content)
    : undefined;
}

/** Only documents that hold a file, or a text as notes do, are in the way of a file. */
function isSameFile(document: Doc, name: string): boolean {
  const content = contentOf(document);
  if (content?.name !== undefined && sameName(content.name, name)) return true;
  return (content !== undefined || document.type === 'Note') && sameName(document.title, name);
}

function existingDocument(document: Doc): ExistingDocument {
  const { uid, title, type, isCheckedOut, lastModified } = document;
  const length = Number(contentOf(document)?.length ?? Number.NaN);
  const size = Number.isFinite(length) ? length : undefined;
  return { uid, title, isNote: type === 'Note', isCheckedOut, size, lastModified };
}
