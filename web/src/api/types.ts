/** A value of a property, in the dialect of the application. */
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
  readonly data: string;
}

/** A document as the server sends it. */
export interface Doc {
  readonly 'entity-type': 'document';
  readonly uid: string;
  readonly path: string;
  readonly type: string;
  readonly title: string;
  readonly state?: string;
  readonly parentRef?: string;
  readonly isCheckedOut?: boolean;
  readonly isVersion?: boolean;
  readonly isProxy?: boolean;
  readonly isTrashed?: boolean;
  readonly changeToken?: string;
  readonly lastModified?: string;
  readonly versionLabel?: string;
  readonly versionableId?: string;
  readonly lockOwner?: string;
  readonly lockCreated?: string;
  readonly facets: readonly string[];
  readonly schemas?: readonly { readonly name: string; readonly prefix: string }[];
  readonly properties?: Readonly<Record<string, Value>>;
  /** Of the enrichers that were asked for. */
  readonly contextParameters?: Readonly<Record<string, unknown>>;
}

/** A page of documents. */
export interface Docs {
  readonly entries: readonly Doc[];
  readonly totalSize: number;
  readonly resultsCount: number;
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly isNextPageAvailable: boolean;
  readonly aggregations?: Readonly<Record<string, unknown>>;
}
