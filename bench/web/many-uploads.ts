import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { dropFiles } from '../../web/test/support/drop-files.ts';
import { comparePairs, type Effort, type Figure, interleave, perSecond } from '../scenario.ts';
import { countFiles, type Folder, newFolder, sendFiles } from './files.ts';
import { slowFrames, type Watched, watched } from './page-watch.ts';
import { type WebStage, withPage } from './stage.ts';
import { describeTask, longestTaskOf, taskFigures } from './tasks.ts';

const files = 1_000;

/** Drops 1,000 files on a folder, with the list of uploads open; against a client that sends only the files. */
export async function measureUploads(
  stage: WebStage,
  { effort, folder }: { readonly effort: Effort; readonly folder: string },
): Promise<readonly Figure[]> {
  const paths = await makeFiles(join(folder, 'dropped'));
  const tasks: { readonly ms: number; readonly computedMs: number }[] = [];
  const rounds = effort.isQuick ? 1 : 3;
  // Not in the same run: a trace takes more time than the work that it shows.
  while (tasks.length < rounds) {
    await withPage(stage, async (page, browser) => {
      tasks.push(await traceDrop({ stage, page, browser }, paths));
    });
  }
  const pairs = await interleave(rounds, {
    ours: () => withPage(stage, (page) => drop({ stage, page }, paths)),
    floor: () => sendBare(stage, paths),
  });
  return [
    ...taskFigures('upload of 1,000 files', tasks),
    comparePairs(pairs, {
      name: 'upload of 1,000 files, against the requests alone',
      format: perSecond,
      target: { atLeast: 0.5 },
    }),
  ];
}

/** From 1 to 8 KiB each. */
async function makeFiles(folder: string): Promise<readonly string[]> {
  await mkdir(folder);
  const paths: string[] = [];
  for (let n = 0; n < files; n += 1) {
    const path = join(folder, `file-${String(n).padStart(4, '0')}.bin`);
    await writeFile(path, randomBytes(1024 * (1 + (n % 8))));
    paths.push(path);
  }
  return paths;
}

let folders = 0;

function nextFolder(stage: WebStage): Promise<Folder> {
  folders += 1;
  return newFolder(stage, `uploads-${folders}`);
}

interface Window {
  readonly stage: WebStage;
  readonly page: Page;
}

async function traceDrop(
  { browser, ...window }: Window & { readonly browser: Browser },
  paths: readonly string[],
): Promise<{ readonly ms: number; readonly computedMs: number }> {
  const folder = await openFolder(window);
  let seen: Watched = { longestTaskMs: 0, frames: [] };
  const task = await longestTaskOf({ browser, page: window.page }, async () => {
    seen = await watched(window.page, () => upload(window, paths));
  });
  const { slow, all } = slowFrames(seen);
  console.error(`  ${describeTask(task)}; ${slow} of ${all} frames later than 50 ms`);
  await expectAll(window.stage, folder);
  return task;
}

/** Returns how many files a second have become documents. */
async function drop(window: Window, paths: readonly string[]): Promise<number> {
  const folder = await openFolder(window);
  const startedAt = performance.now();
  await upload(window, paths);
  const seconds = (performance.now() - startedAt) / 1_000;
  await expectAll(window.stage, folder);
  return files / seconds;
}

async function openFolder({ stage, page }: Window): Promise<Folder> {
  const folder = await nextFolder(stage);
  await page.goto(`${stage.url}/app/browse${folder.path}`);
  await page.getByRole('button', { name: 'Upload files' }).waitFor();
  // What is loaded after the list.
  await page.waitForLoadState('networkidle');
  return folder;
}

async function upload({ page }: Window, paths: readonly string[]): Promise<void> {
  const panel = page.getByRole('region', { name: 'Uploads' });
  await dropFiles(page, page.getByRole('main'), paths);
  await panel.getByRole('button', { name: 'Show the uploads' }).click();
  await panel.getByRole('heading', { name: '1,000 items uploaded' }).waitFor({ timeout: 0 });
}

/** @throws Error unless each file has become a document */
async function expectAll(stage: WebStage, folder: Folder): Promise<void> {
  const count = await countFiles(stage, folder);
  if (count !== files) throw new Error(`${count} of ${files} files are there`);
}

async function sendBare(stage: WebStage, paths: readonly string[]): Promise<number> {
  const folder = await nextFolder(stage);
  const startedAt = performance.now();
  await sendFiles(stage, folder, paths);
  const seconds = (performance.now() - startedAt) / 1_000;
  await expectAll(stage, folder);
  return files / seconds;
}
