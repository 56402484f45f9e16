import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../../src/base/json.ts';
import { isBlobValue, type Properties } from '../../src/model/value.ts';
import type { CliOutcome, CliStore } from './cli.ts';

/** Where the tests import to. */
export const target = '/default-domain/workspaces';

type Files = Readonly<Record<string, string | Buffer>>;

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

export interface Stored {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly token: number;
  readonly properties: Properties;
}

/** Everything below the target, by the path from there. */
export async function storedBelow(store: CliStore): Promise<Map<string, Stored>> {
  const rows = await store.withStore(({ database }) =>
    database.read((handle) =>
      handle.all(
        handle.builder
          .selectFrom('document')
          .select(['id', 'path', 'primary_type', 'system_token', 'properties'])
          .where('path', 'like', `${target}/%`),
      ),
    ),
  );
  return new Map(
    rows.map((row) => {
      const path = String(row.path).slice(target.length + 1);
      const properties = parseJson(row.properties) as Properties;
      const { id, primary_type: type, system_token: token } = row;
      return [path, { id, path, type, token, properties }];
    }),
  );
}

export function blobOf(stored: Stored | undefined) {
  const blob = stored?.properties['file:content'];
  if (!isBlobValue(blob)) throw new Error(`no blob in ${stored?.path}`);
  return blob;
}

/** The numbers of the last line. */
export function countsOf({ stdout }: CliOutcome): Record<string, number> {
  const found = stdout.matchAll(/([\d,]+) (created|updated|skipped|failed|folders created)/g);
  return Object.fromEntries(
    [...found].map(([, count = '', name = '']) => [name, Number(count.replaceAll(',', ''))]),
  );
}
