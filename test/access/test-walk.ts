import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { watchWrites } from '../support/watched-writes.ts';
import { buildGround, type Ground } from './site.ts';
import { type AccessTable, type ColumnTitle, columns, readTable, writeTable } from './table.ts';
import { cellsOf, type Row } from './walk.ts';

/** Set to write the table as it is found: each new or changed cell is then to be judged. */
const isWritten = process.env.CARTULARY_TEST_WRITE_ACCESS !== undefined;

const indexOf = (title: ColumnTitle) => columns.findIndex((column) => column.title === title);

interface Walk {
  readonly part: 'routes' | 'operations';
  readonly rows: readonly Row[];
  /** Lists of what the caller has: read before other calls give the caller something. */
  readonly first: readonly string[];
  /** Settings of the server. */
  readonly flags?: Readonly<Record<string, unknown>>;
}

/** The rows in the order of their calls: on PostgreSQL those that rights in documents decide. */
function rowsOn(engine: EngineName, { part, rows, first }: Walk): readonly Row[] {
  const rankOf = ({ name }: Row) => (first.includes(name) ? 0 : 1);
  const ordered = rows.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
  if (engine === 'sqlite') return ordered;
  const table = readTable(part);
  const users = ['stranger', 'reader', 'manager'] as const;
  return ordered.filter(({ name }) => {
    const cells = table[name];
    return !cells || new Set(users.map((title) => cells[indexOf(title)])).size > 1;
  });
}

export function testWalk(walk: Walk, engine: EngineName): void {
  let app: TestApp;
  let ground: Ground;
  let writing: ReadonlySet<string>;
  beforeAll(async () => {
    app = await startTestApp(engine, walk.flags);
    writing = watchWrites(app);
    ground = await buildGround(app);
  });
  afterAll(() => app.close());

  test('gives each caller what the table says', { timeout: 300_000 }, async () => {
    const found: Record<string, readonly string[]> = {};
    for (const row of rowsOn(engine, walk)) found[row.name] = await cellsOf(row, ground);
    if (isWritten && engine === 'sqlite') writeTable(walk.part, found);
    const table = readTable(walk.part);
    const isWhole = engine === 'sqlite';
    expect(isWhole ? found : { ...table, ...found }).toEqual(table);
    // Whether a process that leaves writes to another one may answer is declared.
    expect([...writing]).toEqual([]);
  });
}

/** What the table may not say, however it was written. */
export function testTable(
  part: Walk['part'],
  rules: {
    readonly isPublic: (name: string) => boolean;
    /** Calls that succeed where the caller may read nothing, as lists without it. */
    readonly empty: readonly string[];
  },
): void {
  const table: AccessTable = readTable(part);
  const wrong = (isWrong: (cells: readonly string[], name: string) => boolean) =>
    Object.entries(table).filter(([name, cells]) => isWrong(cells, name));
  const cell = (cells: readonly string[], title: ColumnTitle) => cells[indexOf(title)] ?? '';

  describe('in the table', () => {
    test('without credentials there is only what is public', () => {
      expect(
        wrong((cells, name) => cell(cells, 'no credentials') !== '401' && !rules.isPublic(name)),
      ).toEqual([]);
    });

    test('a stranger sees no document, and others only those that they may read', () => {
      expect(
        wrong(
          (cells) =>
            /desk|vault/.test(cell(cells, 'no credentials') + cell(cells, 'stranger')) ||
            /vault/.test(cell(cells, 'reader') + cell(cells, 'manager')) ||
            /vault/.test(cell(cells, 'manager, elsewhere')),
        ),
      ).toEqual([]);
    });

    test('rights in one folder give none elsewhere', () => {
      const given = wrong((cells) => /^[23]/.test(cell(cells, 'manager, elsewhere')));
      expect(given.map(([name]) => name).sort()).toEqual([...rules.empty].sort());
    });

    test('nothing fails with a fault of the server', () => {
      expect(wrong((cells) => cells.some((text) => /^5(?!01)/.test(text)))).toEqual([]);
    });

    test('who has more rights is given no less', () => {
      const rankOf = (text: string) => (/^[23]/.test(text) ? 1 : 0);
      expect(
        wrong((cells) => {
          const ranks = ['stranger', 'reader', 'manager', 'administrator'] as const;
          const given = ranks.map((title) => rankOf(cell(cells, title)));
          return given.some((rank, index) => index > 0 && rank < (given[index - 1] ?? 0));
        }),
      ).toEqual([]);
    });
  });
}
