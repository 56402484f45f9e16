import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who asks, and of which folder: the columns of the table. */
export const columns = [
  { title: 'no credentials', user: null, at: 'desk' },
  { title: 'stranger', user: 'stranger', at: 'desk' },
  { title: 'reader', user: 'reader', at: 'desk' },
  { title: 'manager', user: 'manager', at: 'desk' },
  { title: 'manager, elsewhere', user: 'manager', at: 'vault' },
  { title: 'administrator', user: 'Administrator', at: 'desk' },
] as const;

export type ColumnTitle = (typeof columns)[number]['title'];

/** What a call gives to each caller, by the name of the route or operation. */
export type AccessTable = Readonly<Record<string, readonly string[]>>;

type Part = 'routes' | 'operations';

const fileOf = (part: Part) => join(import.meta.dirname, `${part}.json`);

export function readTable(part: Part): AccessTable {
  return JSON.parse(readFileSync(fileOf(part), 'utf8'));
}

export function writeTable(part: Part, table: AccessTable): void {
  const lines = Object.entries(table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, cells]) =>
        `  ${JSON.stringify(name)}: ${JSON.stringify(cells).replaceAll(',', ', ')}`,
    );
  writeFileSync(fileOf(part), `{\n${lines.join(',\n')}\n}\n`);
}
