import { arrayOf } from '../entities/json-schema.ts';
import { logEntrySchema, writeLogEntry } from '../entities/log-entry-entity.ts';
import { latestEntriesOf } from '../repository/search/audit-latest.ts';
import { defineEnricher } from './define.ts';
import { readableAmong } from './readable-documents.ts';

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
  queriesMax: 2,
  async run({ unit, writing }, documents) {
    const readable = await readableAmong(unit, documents);
    const entries = await latestEntriesOf(unit.handle, [...readable], entriesMax);
    const written = entries.map((some) =>
      some.map((entry) => writeLogEntry(entry, writing.repository)),
    );
    const byDocument = new Map([...readable].map((document, at) => [document, written[at]]));
    return documents.map((document) => byDocument.get(document));
  },
});
