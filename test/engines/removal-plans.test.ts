import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { removeBatch } from '../../src/repository/editing/remove-batch.ts';
import { checkIn } from '../../src/repository/versions/versions.ts';
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';

interface Sent {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

describe('on SQLite, removing some documents', () => {
  let repository: TestRepository;
  beforeAll(async () => {
    repository = await openTestRepository('sqlite');
  });
  afterAll(() => repository.close());

  test('looks up their versions, however many others there are', async () => {
    const { system } = repository;
    const document = await system.create(repository.workspaces.id, { name: 'removed' });
    await system.write((unit) => checkIn(unit, { document, by: 'MAJOR' }));
    const sent: Sent[] = [];
    const all = vi.spyOn(SqliteConnection.prototype, 'all');
    try {
      await system.write((unit) => removeBatch(unit, [document.id]));
      sent.push(...all.mock.calls.map(([text, parameters]) => ({ sql: text, parameters })));
    } finally {
      all.mockRestore();
    }
    const plans = await Promise.all(sent.map(plan));
    expect(plans.join('\n')).toContain('document_versions (series_id=?)');
    expect(plans.join('\n')).not.toMatch(/SCAN (document|live)/);
    const rows = await repository.database.read((handle) =>
      handle.all(
        handle.rows.selectFrom('document').select('id').where('series_id', '=', document.id),
      ),
    );
    expect(rows).toEqual([]);
  });

  async function plan({ sql, parameters }: Sent): Promise<string> {
    const steps = await repository.database.read((handle) => {
      const explained = {
        ...handle.rows.selectFrom('document').select('id').compile(),
        parameters,
      };
      return handle.all({ compile: () => ({ ...explained, sql: `explain query plan ${sql}` }) });
    });
    return (steps as unknown as readonly { readonly detail: string }[])
      .map(({ detail }) => detail)
      .join('\n');
  }
});
