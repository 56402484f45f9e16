import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';

interface Known {
  readonly document: Document;
  /** Changes of the unit when the document was read or saved. */
  readonly changes: number;
}

/** What a unit has changed so far. */
interface Changes {
  readonly changes: number;
}

/** Content → its text, where that is known. */
export type FileTexts = ReadonlyMap<string, string>;

export interface TakenTexts {
  readonly texts: FileTexts;
  /** Content whose text is known and was not read, for it is long. */
  readonly tooLong: ReadonlySet<string>;
}

/** What a unit has read from rows that it has locked, and need not read again. */
export class KnownRows {
  #documents: Map<DocumentId, Known> | undefined;
  #fileTexts: { readonly keys: string; readonly texts: TakenTexts } | undefined;

  /**
   * As long as the unit changes nothing else the document is what is stored, so a chain of changes of
   * one document reads it once. Proxies and versions show content of other rows and are read anew.
   */
  keepDocument(document: Document, { changes }: Changes): void {
    if (document.isVersion || document.proxyTarget) return;
    this.#documents ??= new Map();
    this.#documents.set(document.id, { document, changes });
  }

  findDocument(id: string, { changes }: Changes): Document | undefined {
    const known = this.#documents?.get(id as DocumentId);
    return known?.changes === changes ? known.document : undefined;
  }

  /** The rows of texts stay locked until the unit ends: a document changed again needs no second look. */
  async fileTextsOf(keys: readonly string[], read: () => Promise<TakenTexts>): Promise<TakenTexts> {
    const wanted = keys.join(' ');
    if (this.#fileTexts?.keys !== wanted) this.#fileTexts = { keys: wanted, texts: await read() };
    return this.#fileTexts.texts;
  }
}
