import { writeLogEntry } from '../entities/log-entry-entity.ts';
import { latestEntriesOf } from '../repository/audit-latest.ts';
import { defineEnricher } from './define.ts';

/** As many as a list of recent activity shows; all of them are in `@audit`. */
const entriesMax = 10;

/** What happened to the document lately, the newest first. */
export const auditEnricher = defineEnricher({
  name: 'audit',
  entityType: 'document',
  queriesMax: 1,
  async run({ handle, writing }, documents) {
    const entries = await latestEntriesOf(handle, documents, entriesMax);
    return entries.map((some) => some.map((entry) => writeLogEntry(entry, writing.repository)));
  },
});
