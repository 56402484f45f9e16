import { giveTurn, isTurnOver } from '../../base/turns.ts';
import type { Enricher, EnricherContext } from '../../enrichers/define.ts';
import { findEnricher } from '../../enrichers/index.ts';
import type { DocumentWriteOptions } from '../../entities/document-entity.ts';
import type { Document } from '../../model/document.ts';
import type { HighlightRequest } from '../../repository/search/highlight-documents.ts';
import { type ReadUnit, showing } from '../../repository/unit/unit.ts';
import type { RequestContext } from '../route.ts';
import { decisionsOf } from '../workflow-decisions.ts';
import { listingOf } from './listing.ts';

interface EnrichedDocuments {
  readonly documents: readonly Document[];
  /** One for each document, created for this response: `contextParameters` are added to it. */
  readonly entities: readonly object[];
  readonly writing: DocumentWriteOptions;
  readonly highlight: HighlightRequest | undefined;
}

/**
 * Adds the data that `enrichers.document` asks for; unknown names are ignored. An enricher that
 * fails is left out, and does not affect the rest of the response. Clients read
 * `contextParameters` for what they requested, so it exists even when it is empty.
 */
export async function enrichDocuments(
  context: RequestContext,
  { documents, entities, writing, highlight }: EnrichedDocuments,
): Promise<void> {
  const { wire } = context;
  const names = wire.enrichers('document');
  if (names.length === 0 || documents.length === 0) return;
  const asked = names.flatMap((name) => findEnricher(name) ?? []);
  if (asked.length === 0) return;
  const { fetch } = wire;
  // Documents within documents are a level deeper, and show properties only if that is requested.
  const nested = wire.depth === 'root' ? { ...writing, schemas: undefined } : writing;
  const workflows = decisionsOf(context);
  const given = { writing: nested, highlight, workflows, fetch };
  const found = await runEnrichers(context, { asked, documents, given });
  for (const [at, entity] of entities.entries()) {
    const parameters: Record<string, unknown> = {};
    for (const [name, values] of found) {
      if (values[at] !== undefined) parameters[name] = values[at];
    }
    Object.assign(entity, { contextParameters: parameters });
  }
}

interface Run {
  readonly asked: readonly Enricher[];
  readonly documents: readonly Document[];
  readonly given: Omit<EnricherContext, 'unit'>;
}

/**
 * The values of the enrichers that do not fail, by their names. They run in one unit, which costs less. A
 * failure may end it: the next unit begins with the enricher that failed, so that it has a time limit for
 * itself, and is left out if it fails again.
 */
async function runEnrichers(
  context: RequestContext,
  { asked, documents, given }: Run,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const found = new Map<string, readonly unknown[]>();
  for (let at = 0; at < asked.length; ) {
    const first = at;
    const runRest = async (reading: ReadUnit): Promise<void> => {
      const unit = showing(reading, listingOf(given.writing.schemas));
      for (const { name, run } of asked.slice(first)) {
        found.set(name, await run({ ...given, unit }, documents));
        if (isTurnOver()) await giveTurn();
        at += 1;
      }
    };
    await context.readBounded(runRest).catch((error: unknown) => {
      if (at > first) return;
      const enricher = asked[at]?.name;
      context.services.log.warn({ err: error, enricher }, 'an enricher failed and is left out');
      at += 1;
    });
  }
  return found;
}
