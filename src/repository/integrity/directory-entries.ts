import type { Selectable } from 'kysely';
import { parseJson } from '../../base/json.ts';
import type { DirectoryEntryTable } from '../../storage/directory-tables.ts';
import { defineCheck, type Finding } from './check.ts';
import { pagesOf } from './paging.ts';

const pageSize = 500;

type Entry = Selectable<DirectoryEntryTable>;

/** Every entry of a directory has an id and can be shown, and its directory was loaded. */
export const directoryEntries = defineCheck({
  name: 'directory-entries',
  async *run({ database }) {
    const states = await database.snapshot((handle) =>
      handle.all(handle.builder.selectFrom('directory_state').select('name')),
    );
    const loaded = new Set(states.map(({ name }) => name));
    const pages = pagesOf<Entry>(database, pageSize, (handle, after) =>
      handle.all(
        handle.builder
          .selectFrom('directory_entry')
          .selectAll()
          .where('position', '>', after?.position ?? 0)
          .orderBy('position')
          .limit(pageSize),
      ),
    );
    for await (const page of pages) for (const row of page) yield* inspect(row, loaded);
  },
});

function* inspect(row: Entry, loaded: ReadonlySet<string>): Generator<Finding> {
  const id = `${row.directory}/${row.entry_id}`;
  const place = { severity: 'error', table: 'directory_entry', id } as const;
  if (row.entry_id === '') yield { ...place, text: 'has no id' };
  if (!isObjectOfScalars(row.properties)) {
    yield { ...place, text: 'has fields that are no JSON object of texts, numbers and flags' };
  }
  if (!loaded.has(row.directory)) {
    yield { ...place, text: `is of the directory ${row.directory}, which was never loaded` };
  }
}

function isObjectOfScalars(text: string): boolean {
  try {
    const value = parseJson(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return Object.values(value).every((field) => typeof field !== 'object');
  } catch {
    return false;
  }
}
