import { Readable } from 'node:stream';
import { now } from '../../base/clock.ts';
import { csvLine } from '../../base/csv-line.ts';
import { mapInTurns } from '../../base/turns.ts';
import { encodeLines } from '../../content/stored-lines.ts';
import { csvCells, csvReferences, type LabelFinder } from '../../entities/document-csv.ts';
import type { Document } from '../../model/document.ts';
import { labelOfEntry } from '../../model/entry-label.ts';
import { hasPermission } from '../../repository/access/permissions.ts';
import {
  addTransientPart,
  batchOfTransientFile,
  beginTransientFile,
} from '../../repository/attachments/transient-files.ts';
import { findEntries } from '../../repository/directories/find-entries.ts';
import { mayReadDirectory } from '../../repository/directories/rights.ts';
import { findDocumentsById, loadAcls } from '../../repository/documents/find-many.ts';
import { withRowPropertiesAt } from '../../repository/documents/row-properties.ts';
import { createUnit, type ReadUnit, type WriteUnit } from '../../repository/unit/unit.ts';
import type { Batch, BatchOutcome } from '../action.ts';
import type { CsvExport } from './csv-export.ts';

type Settle = (unit: WriteUnit, outcome: BatchOutcome) => Promise<void>;

/**
 * Writes the lines of some documents to a part of the file. The part counts with the unit that counts
 * its documents. Documents that are gone, or that the user may not read any more, are skipped.
 */
export async function writeCsvPart(batch: Batch<CsvExport>, settle: Settle): Promise<void> {
  const { commandId, items, params, principal, services } = batch;
  const { blobs, database, repository } = services;
  const lines = await database.read((handle) =>
    linesOf(createUnit(handle, repository, principal), items, params),
  );
  const batchId = batchOfTransientFile(commandId);
  const part = await blobs.chunks.write(batchId, Readable.from(encodeLines(lines)));
  try {
    await database.write(async (handle) => {
      const nowMs = now();
      const { username } = principal;
      await beginTransientFile(handle, { key: commandId, username }, nowMs);
      await addTransientPart(handle, commandId, { part, nowMs });
      const unit = createUnit(handle, repository, principal);
      await settle(unit, { skipped: items.length - lines.length });
    });
  } catch (error) {
    await blobs.chunks.remove(batchId, [part.name]);
    throw error;
  }
}

async function linesOf(
  unit: ReadUnit,
  ids: readonly string[],
  params: CsvExport,
): Promise<readonly string[]> {
  const found = await findDocumentsById(unit, ids);
  await loadAcls(unit, found);
  const readable: Document[] = [];
  for (const document of found) {
    if (await hasPermission(unit, { document, permission: 'Read' })) readable.push(document);
  }
  const xpaths = params.columns.properties.map(({ xpath }) => xpath);
  const shown = await withRowPropertiesAt(unit, readable, xpaths);
  const labelOf = await findLabels(unit, shown, params);
  const context = { repository: unit.repositoryName, labelOf };
  return mapInTurns(shown, (document) => csvLine(csvCells(document, params.columns, context)));
}

/** One query for each directory. */
async function findLabels(
  { handle, directories, principal }: ReadUnit,
  documents: readonly Document[],
  { columns, language }: CsvExport,
): Promise<LabelFinder> {
  const wanted = new Map<string, Set<string>>();
  for (const document of documents) {
    for (const [name, values] of csvReferences(document, columns)) {
      const known = wanted.get(name) ?? new Set();
      for (const value of values) known.add(value);
      wanted.set(name, known);
    }
  }
  const labels = new Map<string, ReadonlyMap<string, string>>();
  for (const [name, values] of wanted) {
    const directory = directories.find(name);
    if (!directory || !mayReadDirectory(principal, directory)) continue;
    const entries = await findEntries(handle, directory, [...values]);
    const labelled = [...entries].map(
      ([value, entry]) => [value, labelOfEntry(directories, entry, language)] as const,
    );
    labels.set(name, new Map(labelled));
  }
  return (directory, value) => labels.get(directory)?.get(value);
}
