import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll } from 'vitest';
import { createDocument } from '../../../test/support/documents.ts';
import type { Stage } from '../support/stage.ts';

const places: string[] = [];

afterAll(async () => {
  await Promise.all(places.splice(0).map((place) => rm(place, { recursive: true })));
});

/** A new folder of the disk with the files; a path that ends with a slash is an empty folder. */
export async function filesOnDisk(files: Readonly<Record<string, string | Buffer>>) {
  const root = await mkdtemp(join(tmpdir(), 'uploads-'));
  places.push(root);
  for (const [path, content] of Object.entries(files)) {
    const place = join(root, path);
    await mkdir(path.endsWith('/') ? place : dirname(place), { recursive: true });
    if (!path.endsWith('/')) await writeFile(place, content);
  }
  return (path: string) => join(root, path);
}

export function randomContent(megabytes: number): Buffer {
  return randomBytes(megabytes * 1024 * 1024);
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A workspace of its own for a scenario, and where the application shows it. */
export async function newFolder(stage: Stage, title: string) {
  const properties = { 'dc:title': title };
  const { uid } = await createDocument(stage.app, { name: title, type: 'Workspace', properties });
  return { uid: uid as string, place: `browse/default-domain/workspaces/${title}` };
}

interface Child {
  readonly uid: string;
  readonly title: string;
  readonly type: string;
  readonly path: string;
  readonly digest: string | undefined;
}

/** Below a folder at any depth, in the order of their paths. */
export async function documentsBelow(stage: Stage, folder: string): Promise<readonly Child[]> {
  const query = `SELECT * FROM Document WHERE ecm:ancestorId = '${folder}' AND ecm:isTrashed = 0
    AND ecm:isVersion = 0 ORDER BY ecm:path`;
  const address = `GET /api/v1/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`;
  const { json } = await stage.app.request(address, { headers: { properties: 'file' } });
  return json.entries.map((each: Child & { properties: Record<string, { digest: string }> }) => ({
    ...each,
    digest: each.properties['file:content']?.digest,
  }));
}

/** Presses a button that lets the user choose files, and chooses them. */
export async function chooseFiles(
  page: Page,
  button: string,
  paths: string | readonly string[],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(paths as string | string[]);
}

export function panelOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Uploads' });
}

export function rowOf(page: Page, name: string): Locator {
  return panelOf(page).getByRole('listitem').filter({ hasText: name });
}

/** The address of a file in a batch. */
export const contentAddress = /\/api\/v1\/upload\/batchId-[^/]+\/\d+$/;

/** Counts the chunks that reach the server, and lets a scenario stand in their way. */
export async function watchChunks(page: Page) {
  const sent: number[] = [];
  let obstacle: ((route: Route, index: number) => Promise<boolean>) | undefined;
  await page.route(contentAddress, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const index = Number(request.headers()['x-upload-chunk-index'] ?? 0);
    if (await obstacle?.(route, index)) return;
    sent.push(index);
    await route.continue();
  });
  return {
    /** In the order of their numbers; those that were sent twice are there twice. */
    get sent(): readonly number[] {
      return sent.toSorted((a, b) => a - b);
    },
    /** The obstacle returns whether it has dealt with the request. */
    set obstacle(value: typeof obstacle) {
      obstacle = value;
    },
    /** Holds the chunks from a number on until they are let through. */
    holdFrom(first: number): () => void {
      const gate = Promise.withResolvers<void>();
      obstacle = async (route, index) => {
        if (index < first) return false;
        await gate.promise;
        await route.abort().catch(() => undefined);
        return true;
      };
      return () => {
        obstacle = undefined;
        gate.resolve();
      };
    },
  };
}
