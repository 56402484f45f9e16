import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportSource, exportArchive } from '../../src/archives/export-archive.ts';
import type { DocumentId } from '../../src/base/ids.ts';
import { newDocumentId } from '../../src/base/ids.ts';
import type { Properties } from '../../src/model/value.ts';
import {
  type ImportedDocument,
  importDocuments,
} from '../../src/repository/editing/import-documents.ts';
import { createUnit } from '../../src/repository/unit/unit.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

describe.each(engines)('exports of many documents on %s', (engine) => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository(engine);
  });
  afterAll(() => repository.close());

  const folderOf = async (count: number, properties: (at: number) => Properties) => {
    const { id } = await repository.system.create(repository.workspaces.id, {
      name: `of ${count}`,
      type: 'Folder',
    });
    const documents = Array.from(
      { length: count },
      (_, at): ImportedDocument => ({
        id: newDocumentId(),
        parentId: id,
        name: `d${at}`,
        type: 'Note',
        properties: properties(at),
      }),
    );
    const { refused } = await repository.system.write((unit) => importDocuments(unit, documents));
    expect([...refused.values()]).toEqual([]);
    return id;
  };

  /** Counts the units that were read, and their statements. */
  const watchedSource = () => {
    const meter = { queries: 0 };
    const counts = { units: 0, meter };
    const source: ExportSource = {
      read: (work) => {
        counts.units += 1;
        const { context, system, database } = repository;
        return database.read(
          (handle) => work(createUnit(handle, context, system.principal)),
          meter,
        );
      },
      blobs: { open: () => Promise.reject(new Error('the documents have no files')) },
      nowMs: 0,
    };
    return { source, counts };
  };

  const statementsFor = async (id: DocumentId) => {
    const { source, counts } = watchedSource();
    await buffer(await exportArchive(source, { id, isTree: true }));
    return counts.meter.queries;
  };

  test('cost a few statements for each hundred, and none for each', async () => {
    const few = await statementsFor(await folderOf(99, (at) => ({ 'note:note': `text ${at}` })));
    const many = await statementsFor(await folderOf(499, (at) => ({ 'note:note': `text ${at}` })));
    expect(few).toBeLessThanOrEqual(8);
    expect(many - few).toBeLessThanOrEqual(4 * 4);
  });

  test('read no more than their client has taken', async () => {
    const text = () => randomBytes(50_000).toString('hex');
    const id = await folderOf(80, () => ({ 'note:note': text() }));
    const { source, counts } = watchedSource();
    const zip = await exportArchive(source, { id, isTree: true });
    zip.read();
    let before = -1;
    while (before !== counts.units) {
      before = counts.units;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The plan, and 2 MB of the 8 MB.
    expect(counts.units).toBeLessThanOrEqual(3);
    zip.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(counts.units).toBe(before);
    const whole = watchedSource();
    await buffer(await exportArchive(whole.source, { id, isTree: true }));
    expect(whole.counts.units).toBeGreaterThan(4);
  });
});
