import type { Database } from '../../src/storage/database.ts';
import { dumpStore } from './store-dump.ts';

/** Of one engine alone, or of the store itself rather than of what is in it: chunks have names of its own. */
const leftOutTables = /^(?:schema_revision|copy_)/;
const leftOutColumns = ['row_key', 'words', 'long_text', 'transaction_number', 'staged_name'];

/** All rows of a store in a form that does not depend on the engine. */
export async function comparableDump(
  database: Database,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const dump = await dumpStore(database);
  const tables = Object.entries(dump).filter(([table]) => !leftOutTables.test(table));
  return Object.fromEntries(
    tables.map(([table, rows]) => [table, rows.map(comparable).sort()] as const),
  );
}

function comparable(row: string): string {
  const values = JSON.parse(row) as Record<string, unknown>;
  for (const column of leftOutColumns) delete values[column];
  return JSON.stringify(canonical(values));
}

/** With the members of objects in one order; texts that hold JSON are taken as JSON. */
function canonical(value: unknown): unknown {
  if (typeof value === 'string') return canonicalText(value);
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, canonical(member)]));
}

function canonicalText(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return canonical(JSON.parse(text));
  } catch {
    return text;
  }
}
