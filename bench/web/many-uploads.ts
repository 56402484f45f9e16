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
  const pairs = await interleave(effort.isQuick ? 1 : 3, {
    ours: () =>
      withPage(stage, async (page, browser) => {
        const dropped = await drop({ stage, page, browser }, paths);
        tasks.push(dropped.task);
        return dropped.rate;
      }),
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
  readonly browser: Browser;
}

interface Dropped {
  /** Files per second. */
  readonly rate: number;
  readonly task: { readonly ms: number; readonly computedMs: number };
}

async function drop({ stage, page, browser }: Window, paths: readonly string[]): Promise<Dropped> {
  const folder = await nextFolder(stage);
  await page.goto(`${stage.url}/app/browse${folder.path}`);
  await page.getByRole('button', { name: 'Upload files' }).waitFor();
  const panel = page.getByRole('region', { name: 'Uploads' });
  let seen: Watched = { longestTaskMs: 0, frames: [] };
  let seconds = Number.NaN;
  const task = await longestTaskOf({ browser, page }, async () => {
    seen = await watched(page, async () => {
      const startedAt = performance.now();
      await dropFiles(page, page.getByRole('main'), paths);
      await panel.getByRole('button', { name: 'Show the uploads' }).click();
      await panel.getByRole('heading', { name: '1,000 items uploaded' }).waitFor({ timeout: 0 });
      seconds = (performance.now() - startedAt) / 1_000;
    });
  });
  const { slow, all } = slowFrames(seen);
  console.error(`  ${describeTask(task)}; ${slow} of ${all} frames later than 50 ms`);
  await expectAll(stage, folder);
  const ms = Math.max(task.ms, seen.longestTaskMs);
  return { rate: files / seconds, task: { ms, computedMs: task.computedMs } };
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
