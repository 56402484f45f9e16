import type { DocumentWriteOptions } from '../entities/document-entity.ts';
import type { JsonSchema } from '../entities/json-schema.ts';
import type { Document } from '../model/document.ts';
import type { HighlightRequest } from '../repository/search/highlight-documents.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';

/** What a request lets enrichers know. */
export interface EnricherContext {
  readonly unit: ReadUnit;
  /** How documents are written that are part of a value: as the entries of lists are. */
  readonly writing: DocumentWriteOptions;
  /** What the documents were found by; undefined when they were not searched. */
  readonly highlight: HighlightRequest | undefined;
  /** Values of `fetch.{entity}`. */
  fetch(entity: string): readonly string[];
}

/** Computed data of documents, which goes under its name into `contextParameters`. */
export interface Enricher {
  readonly name: string;
  readonly entityType: 'document';
  /** Of its values. */
  readonly schema: JsonSchema;
  /** Queries of one run, however many documents there are; reading unknown ACLs comes on top. */
  readonly queriesMax: number;
  /**
   * The value of each document in the order of the documents; undefined leaves the key out. Nothing
   * the caller may not read may show in it.
   */
  run(context: EnricherContext, documents: readonly Document[]): Promise<readonly unknown[]>;
}

export function defineEnricher(enricher: Enricher): Enricher {
  return enricher;
}
