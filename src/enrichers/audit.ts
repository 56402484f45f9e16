import { arrayOf } from '../entities/json-schema.ts';
import { logEntrySchema, writeLogEntry } from '../entities/log-entry-entity.ts';
import type { Document } from '../model/document.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { knowAcls } from '../repository/documents/find-many.ts';
import { latestEntriesOf } from '../repository/search/audit-latest.ts';
import { defineEnricher, type EnricherContext } from './define.ts';

/** As many as a list of recent activity shows; all of them are in `@audit`. */
const entriesMax = 10;

/**
 * What happened to the document lately, the newest first. Lists show documents to those who may only
 * browse; this is for those who may read, as `@audit` is.
 */
export const auditEnricher = defineEnricher({
  name: 'audit',
  entityType: 'document',
  schema: arrayOf(logEntrySchema),
  queriesMax: 1,
  async run(context, documents) {
    const { unit, writing } = context;
    const readable = await readableAmong(context, documents);
    const entries = await latestEntriesOf(unit.handle, [...readable], entriesMax);
    const written = entries.map((some) =>
      some.map((entry) => writeLogEntry(entry, writing.repository)),
    );
    const byDocument = new Map([...readable].map((document, at) => [document, written[at]]));
    return documents.map((document) => byDocument.get(document));
  },
});

async function readableAmong(
  { unit }: EnricherContext,
  documents: readonly Document[],
): Promise<ReadonlySet<Document>> {
  await knowAcls(unit, documents);
  const readable = new Set<Document>();
  for (const document of documents) {
    const question = { document, permission: 'Read' };
    if (await hasPermission(unit, question)) readable.add(document);
  }
  return readable;
}
