import type { DocumentId } from '../../base/ids.ts';
import type { Document } from '../../model/document.ts';
import { KnownGrants } from './known-grants.ts';
import { KnownReferences } from './known-references.ts';
import { ReadableIds } from './readable-ids.ts';
import type { RowFlags } from './recent-documents.ts';

interface Known {
  readonly document: Document;
  /** The number of changes of the unit when the document was read or saved. */
  readonly changes: number;
}

/** The changes of a unit so far. */
interface Changes {
  readonly changes: number;
}

/** Content → its text, if that is extracted. */
export type FileTexts = ReadonlyMap<string, string>;

export interface TakenTexts {
  readonly texts: FileTexts;
  /** Content whose text is extracted but was not read, as it is long. */
  readonly tooLong: ReadonlySet<string>;
}

/** Data that a unit has read from rows that it has locked, and does not read again. */
export class KnownRows {
  #documents: Map<DocumentId, Known> | undefined;
  /** Grows with each change of a document that hooks follow: while it is the same, documents are. */
  documentChanges = 0;
  #rowFlags: Map<string, { readonly flags: RowFlags; readonly changes: number }> | undefined;
  #newKeys: Set<DocumentId> | undefined;
  #latestVersions: { readonly ids: ReadonlySet<string>; readonly changes: number } | undefined;
  #references: KnownReferences | undefined;
  #grants: KnownGrants | undefined;
  #fileTexts: { readonly keys: string; readonly texts: TakenTexts } | undefined;
  readonly readable: ReadableIds;

  /** Units of one response share the ACLs that the caller may browse. */
  constructor(readable: ReadableIds = new ReadableIds()) {
    this.readable = readable;
  }

  /**
   * Valid until the unit changes something else, so a chain of changes of one document reads it
   * once. Proxies and versions have content of other rows and are read again.
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

  /** Valid until the unit sends a change, as documents are. */
  keepRowFlags(id: string, row: RowFlags, { changes }: Changes): void {
    const { in_collection, has_subscribers } = row;
    this.#rowFlags ??= new Map();
    this.#rowFlags.set(id, { flags: { in_collection, has_subscribers }, changes });
  }

  findRowFlags(id: string, { changes }: Changes): RowFlags | undefined {
    const known = this.#rowFlags?.get(id);
    return known?.changes === changes ? known.flags : undefined;
  }

  /** The columns of the document by which lists are sorted have changed in the unit. */
  keepNewKeys(id: DocumentId): void {
    this.#newKeys ??= new Set();
    this.#newKeys.add(id);
  }

  hasNewKeys(id: DocumentId): boolean {
    return this.#newKeys?.has(id) ?? false;
  }

  /** Valid until the unit sends a change, as documents are. */
  keepLatestVersions(ids: Iterable<string>, { changes }: Changes): void {
    this.#latestVersions = { ids: new Set(ids), changes };
  }

  isLatestVersion(id: string | null, { changes }: Changes): boolean {
    const known = this.#latestVersions;
    return id !== null && known?.changes === changes && known.ids.has(id);
  }

  /**
   * Objects that values of documents refer to, so that a unit that changes many documents does not
   * look up the same object for each.
   */
  get references(): KnownReferences {
    this.#references ??= new KnownReferences();
    return this.#references;
  }

  get grants(): KnownGrants {
    this.#grants ??= new KnownGrants();
    return this.#grants;
  }

  /** The rows of texts stay locked until the unit ends: later changes need no second read. */
  async fileTextsOf(keys: readonly string[], read: () => Promise<TakenTexts>): Promise<TakenTexts> {
    const wanted = keys.join(' ');
    if (this.#fileTexts?.keys !== wanted) this.#fileTexts = { keys: wanted, texts: await read() };
    return this.#fileTexts.texts;
  }
}
