import { LRUCache } from 'lru-cache';
import type { Document } from '../../model/document.ts';
import type { ContentRow } from '../sql/document-row.ts';

/** Whether a document has rows beside it that its answer shows. */
export interface RowFlags {
  readonly in_collection: number;
  readonly has_subscribers: number;
}

/** What a document was made of, with all that its answer depends on. */
export interface RecentRow extends ContentRow, RowFlags {
  /** Of the stored row, where the engine has one; see `SqlDialect.rowStamp`. */
  readonly stamp?: string | undefined;
}

/** The JSON of a document as it was sent. */
interface KeptText {
  readonly text: string;
  readonly contentType: string;
  readonly sizeBytes: number;
}

interface Recent {
  readonly row: RecentRow;
  readonly document: Document;
  /** A state of the store in which the row is the present one. */
  version: number | undefined;
  /** By what shapes them: dialect, schemas, address of the server. */
  readonly texts: Map<string, KeptText>;
  bytes: number;
}

/** Clients of a server ask in few ways; others are not kept. */
const textsMax = 4;
/** Of an entry without its texts: the objects and the values of short columns. */
const entryBytes = 3_000;
/** A larger one would take the place of many others. */
const entryBytesMax = 256 * 1024;
/** Ids that were read once, by their hash: so many that two of them rarely share a place. */
const onceCount = 32_768;
/** Those of the last documents: what is read again only after more than these is not kept. */
const onceMax = 4_096;

/**
 * Live documents that were read twice, with the texts of their answers. The text of a document follows
 * from the document alone, so it hangs on the object; whether the object is still what is stored is
 * found out for every request: by the version of the store or by the row itself. Who may read it is
 * not remembered here. See `docs/decisions/0021-recent-documents.md`.
 */
export class RecentDocuments {
  readonly #entries: LRUCache<string, Recent> | undefined;
  readonly #once = new Uint32Array(onceCount);
  #onceUsed = 0;

  /** @param bytesMax of all entries; 0: none are kept */
  constructor(bytesMax: number) {
    if (bytesMax > 0) {
      this.#entries = new LRUCache({
        maxSize: bytesMax,
        maxEntrySize: entryBytesMax,
        sizeCalculation: ({ bytes }) => bytes,
      });
    }
  }

  /** Of all entries, estimated: at least what they take. */
  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }

  get count(): number {
    return this.#entries?.size ?? 0;
  }

  /** The document when nothing at all was committed since it was read. */
  unchanged(id: string, version: number | undefined): Document | undefined {
    if (version === undefined) return undefined;
    const known = this.#entries?.get(id);
    return known?.version === version ? known.document : undefined;
  }

  /** The row as it was last read, for a comparison. */
  rowOf(id: string): RecentRow | undefined {
    return this.#entries?.get(id)?.row;
  }

  /** The same object as before if its row is the same. `version` was read before the row. */
  sameAs(row: RecentRow, version: number | undefined): Document | undefined {
    const known = this.#entries?.get(row.id);
    if (!known || !isSame(known.row, row)) return undefined;
    known.version = version;
    return known.document;
  }

  /** Keeps it if it was read before: of documents that are read once each, as by an export, none is. */
  keep(document: Document, row: RecentRow, version: number | undefined): void {
    const entries = this.#entries;
    if (!entries || (!entries.has(row.id) && !this.#isReadAgain(row.id))) return;
    const bytes = entryBytes + bytesOf(row);
    entries.set(row.id, { row, document, version, texts: new Map(), bytes });
  }

  textOf(document: Document, key: string): KeptText | undefined {
    const known = this.#entries?.peek(document.id);
    return known?.document === document ? known.texts.get(key) : undefined;
  }

  /** Whether `keepText` would keep a text of the document. */
  takesText(document: Document): boolean {
    const known = this.#entries?.peek(document.id);
    return known?.document === document && known.texts.size < textsMax;
  }

  keepText(document: Document, key: string, kept: KeptText): void {
    const known = this.#entries?.peek(document.id);
    if (known?.document !== document || known.texts.size >= textsMax) return;
    known.texts.set(key, kept);
    const bytes = known.bytes + 2 * (key.length + kept.text.length);
    // Also of an entry with new texts the size is taken when it is set.
    this.#entries?.set(document.id, { ...known, bytes });
  }

  #isReadAgain(id: string): boolean {
    const hash = Number.parseInt(id.slice(-8), 16) >>> 0;
    const place = hash % onceCount;
    if (this.#once[place] === hash) return true;
    if (this.#onceUsed === onceMax) {
      this.#once.fill(0);
      this.#onceUsed = 0;
    }
    this.#once[place] = hash;
    this.#onceUsed += 1;
    return false;
  }
}

/** Characters take up to two bytes; properties are kept as text and as values. */
function bytesOf(row: RecentRow): number {
  let characters = row.properties.length;
  for (const key in row) {
    const value = row[key as keyof RecentRow];
    if (typeof value === 'string') characters += value.length;
  }
  return 2 * characters;
}

function isSame(a: RecentRow, b: RecentRow): boolean {
  for (const key in b) {
    if (a[key as keyof RecentRow] !== b[key as keyof RecentRow]) return false;
  }
  return true;
}
