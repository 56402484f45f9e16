import { sql } from 'kysely';
import type { Database } from '../../src/storage/database.ts';

/**
 * Gives documents a value that is larger than a request could bring it, as older stores may have:
 * nothing but the stored properties is changed.
 */
export async function storeValue(
  database: Database,
  ids: readonly string[],
  { key, value }: { key: string; value: unknown },
): Promise<void> {
  const json = JSON.stringify(value);
  const properties =
    database.engine === 'sqlite'
      ? sql<string>`json_set(properties, ${`$."${key}"`}, json(${json}))`
      : sql<string>`jsonb_set(properties, array[${key}]::text[], cast(${json} as jsonb))`;
  await database.write((handle) =>
    handle.run(handle.builder.updateTable('document').set({ properties }).where('id', 'in', ids)),
  );
}

/** So many bytes of words. */
export function longText(bytes: number): string {
  return 'lorem ipsum '.repeat(Math.ceil(bytes / 12)).slice(0, bytes);
}
