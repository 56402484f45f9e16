import type { Doc } from '../api/types.ts';
import { childrenNamed } from '../api/uploads.ts';
import { freeName, namesPerQuestion, numberedNames, sameName } from './conflicts.ts';
import type { Destination } from './folders.ts';
import { persistently } from './persistence.ts';
import type { UploadQueue } from './queue.ts';
import type { ExistingDocument, Upload } from './upload.ts';

/** Names of a folder that are asked for with one request. */
interface Question {
  /** Those that wait for it. */
  readonly uploads: Upload[];
  readonly found: PromiseWithResolvers<readonly Doc[]>;
}

/** Finds which names are taken, for many uploads with one request. */
export class Lookups {
  readonly #asked = new Map<string, Promise<readonly Doc[]>>();
  /** Not sent yet, by their folders: uploads that begin in the same moment ask together. */
  readonly #open = new Map<string, Question>();
  readonly #queue: UploadQueue;
  readonly #signal: AbortSignal;

  constructor(queue: UploadQueue, signal: AbortSignal) {
    this.#queue = queue;
    this.#signal = signal;
  }

  async existing(upload: Upload, { uid }: Destination): Promise<ExistingDocument | undefined> {
    const asked = this.#asked.get(upload.id) ?? this.#ask(upload, uid);
    try {
      const found = (await asked).find((document) => isSameFile(document, upload.name));
      return found && existingDocument(found);
    } finally {
      this.#asked.delete(upload.id);
    }
  }

  #ask(upload: Upload, folder: string): Promise<readonly Doc[]> {
    const question = this.#open.get(folder) ?? this.#openQuestion(folder);
    question.uploads.push(upload);
    this.#asked.set(upload.id, question.found.promise);
    if (question.uploads.length >= namesPerQuestion) this.#open.delete(folder);
    return question.found.promise;
  }

  #openQuestion(folder: string): Question {
    const question: Question = { uploads: [], found: Promise.withResolvers() };
    this.#open.set(folder, question);
    setTimeout(() => {
      if (this.#open.get(folder) === question) this.#open.delete(folder);
      question.found.resolve(this.#namesOf(question, folder));
    });
    return question;
  }

  /** Asks for those that will begin next, too. */
  #namesOf({ uploads, found }: Question, folder: string): Promise<readonly Doc[]> {
    const [first] = uploads;
    const room = namesPerQuestion - uploads.length;
    const next = first ? this.#queue.uncheckedBeside(first, room, (id) => this.#asked.has(id)) : [];
    for (const { id } of next) this.#asked.set(id, found.promise);
    found.promise.catch(() => {
      for (const { id } of next) this.#asked.delete(id);
    });
    return this.#childrenNamed(
      folder,
      [...uploads, ...next].map(({ name }) => name),
    );
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
