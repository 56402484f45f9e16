import { arrayOf } from '../entities/json-schema.ts';
import { logEntrySchema, writeLogEntry } from '../entities/log-entry-entity.ts';
import type { Document } from '../model/document.ts';
import { hasPermission } from '../repository/access/permissions.ts';
import { loadAcls } from '../repository/documents/find-many.ts';
import { latestEntriesOf } from '../repository/search/audit-latest.ts';
import { defineEnricher, type EnricherContext } from './define.ts';

/** For a list of recent activity; all entries are in `@audit`. */
const entriesMax = 10;

/**
 * Recent events of the document, the newest first. Lists include documents that the caller may only
 * browse; this requires the permission to read, as `@audit` does.
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
  await loadAcls(unit, documents);
  const readable = new Set<Document>();
  for (const document of documents) {
    const question = { document, permission: 'Read' };
    if (await hasPermission(unit, question)) readable.add(document);
  }
  return readable;
}
