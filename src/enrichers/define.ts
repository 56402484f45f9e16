import type { DocumentWriteOptions } from '../entities/document-entity.ts';
import type { JsonSchema } from '../entities/json-schema.ts';
import type { Document } from '../model/document.ts';
import type { HighlightRequest } from '../repository/search/highlight-documents.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';

/** The context of a request for enrichers. */
export interface EnricherContext {
  readonly unit: ReadUnit;
  /** How documents within a value are written: as entries of lists. */
  readonly writing: DocumentWriteOptions;
  /** The search that found the documents; undefined without a search. */
  readonly highlight: HighlightRequest | undefined;
  /** Values of `fetch.{entity}`. */
  fetch(entity: string): readonly string[];
}

/** Computed data of documents, written under its name in `contextParameters`. */
export interface Enricher {
  readonly name: string;
  readonly entityType: 'document';
  /** Of its values. */
  readonly schema: JsonSchema;
  /** Queries of one run, for any number of documents; reading ACLs that are not cached is extra. */
  readonly queriesMax: number;
  /**
   * The value of each document in the order of the documents; undefined leaves the key out. It must
   * not reveal what the caller may not read.
   */
  run(context: EnricherContext, documents: readonly Document[]): Promise<readonly unknown[]>;
}

export function defineEnricher(enricher: Enricher): Enricher {
  return enricher;
}
