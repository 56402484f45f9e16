import { giveTurn, isTurnOver } from '../../base/turns.ts';
import { findEnricher } from '../../enrichers/index.ts';
import type { DocumentWriteOptions } from '../../entities/document-entity.ts';
import type { Document } from '../../model/document.ts';
import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import type { HighlightRequest } from '../../repository/search/highlight-documents.ts';
import { showing } from '../../repository/unit/unit.ts';
import { parseWireOptions } from '../requests/wire-options.ts';
import type { RequestContext } from '../route.ts';
import { reportUnbuilt } from '../unbuilt-report.ts';
import { listingOf } from './listing.ts';

interface EnrichedDocuments {
  readonly documents: readonly Document[];
  /** One for each document, created for this response: `contextParameters` are added to it. */
  readonly entities: readonly object[];
  readonly writing: DocumentWriteOptions;
  readonly highlight: HighlightRequest | undefined;
}

/**
 * Adds the data that `enrichers.document` asks for; unknown names are ignored. An enricher that is
 * not built yet or fails is left out, and does not affect the rest of the response. Clients read
 * `contextParameters` for what they requested, so it exists even when it is empty.
 */
export async function enrichDocuments(
  context: RequestContext,
  { documents, entities, writing, highlight }: EnrichedDocuments,
): Promise<void> {
  const wire = parseWireOptions(context.headers, context.query);
  const names = wire.enrichers('document');
  if (names.length === 0 || documents.length === 0) return;
  const asked = names.flatMap((name) => findEnricher(name) ?? []);
  const absent = names.filter((name) => unbuilt.enrichers.has(name));
  for (const name of absent) reportAbsent(context, name);
  if (asked.length === 0 && absent.length === 0) return;
  const { fetch } = wire;
  // Documents within documents are a level deeper, and show properties only if that is requested.
  const nested = wire.depth === 'root' ? { ...writing, schemas: undefined } : writing;
  const listing = listingOf(nested.schemas);
  const parameters: Record<string, unknown>[] = documents.map(() => ({}));
  for (const { name, run } of asked) {
    const values = await context
      .readBounded((unit) => {
        const given = { unit: showing(unit, listing), writing: nested, highlight, fetch };
        return run(given, documents);
      })
      .catch((error: unknown) => {
        context.services.log.warn(
          { err: error, enricher: name },
          'an enricher failed and is left out',
        );
        return [];
      });
    if (isTurnOver()) await giveTurn();
    for (const [at, value] of values.entries()) {
      const target = parameters[at];
      if (target && value !== undefined) target[name] = value;
    }
  }
  for (const [at, entity] of entities.entries()) {
    Object.assign(entity, { contextParameters: parameters[at] });
  }
}

function reportAbsent({ services, requestId, url }: RequestContext, name: string): void {
  reportUnbuilt(services.log, notBuilt(`The enricher ${name}`), { requestId, url });
}
