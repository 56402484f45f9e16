import type { DocumentWriteOptions } from '../entities/document-entity.ts';
import type { JsonSchema } from '../entities/json-schema.ts';
import type { Document } from '../model/document.ts';
import type { ShownTask } from '../model/workflow/shown-workflow.ts';
import type { TaskButton, WorkflowModel } from '../model/workflow/workflow-model.ts';
import type { HighlightRequest } from '../repository/search/highlight-documents.ts';
import type { ReadUnit } from '../repository/unit/unit.ts';

/** Decisions on workflows that may need expressions, which are evaluated above this layer. */
interface WorkflowDecisions {
  /** For each task the buttons that its conditions show to the caller. */
  shownButtons(
    unit: ReadUnit,
    tasks: readonly ShownTask[],
  ): Promise<readonly (readonly TaskButton[])[]>;
  /** For each document the models of which the caller can start a workflow on it. */
  availableModels(
    unit: ReadUnit,
    documents: readonly Document[],
  ): Promise<readonly (readonly WorkflowModel[])[]>;
}

/** The context of a request for enrichers. */
export interface EnricherContext {
  readonly unit: ReadUnit;
  /** How documents within a value are written: as entries of lists. */
  readonly writing: DocumentWriteOptions;
  /** The search that found the documents; undefined without a search. */
  readonly highlight: HighlightRequest | undefined;
  readonly workflows: WorkflowDecisions;
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
