import type { Document, DocumentPage } from '../../../client/src/index.ts';

/** A value of a property. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [key: string]: Value };

export interface BlobValue {
  readonly name: string | null;
  readonly 'mime-type': string | null;
  readonly length: number | string | null;
  readonly digest: string | null;
  /** Its address. */
  readonly data: string;
}

type Described = Omit<Document, 'uid' | 'path' | 'title' | 'properties' | 'contextParameters'>;

/** A stored document. */
export interface Doc extends Described {
  readonly uid: string;
  readonly path: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, Value>>;
  /** Of the enrichers that were asked for. */
  readonly contextParameters: Readonly<Record<string, unknown>>;
}

/** A page of documents. */
export interface Docs extends Omit<DocumentPage, 'entries'> {
  readonly entries: readonly Doc[];
}

/** The document of an answer. New documents that are not stored yet have no id. */
export function storedDocument(document: Document): Doc {
  const { uid, path, title, properties = {}, contextParameters = {} } = document;
  return {
    ...document,
    uid: uid ?? '',
    path: path ?? '',
    title: title ?? '',
    properties: properties as Doc['properties'],
    contextParameters: contextParameters as Doc['contextParameters'],
  };
}

export function storedDocuments(page: DocumentPage): Docs {
  return { ...page, entries: page.entries.map(storedDocument) };
}
