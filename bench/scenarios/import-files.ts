import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { comparePairs, interleave, perSecond, type Scenario } from '../scenario.ts';
import { floorProgram, sourceProgram } from '../servers/programs.ts';
import { withFolder } from '../stores.ts';

const filesPerFolder = 100;
const roundsMax = 5;

export const importFiles: Scenario = {
  name: 'import',
  summary: 'import of many small files, against a durable copy with a row for each',
  run: (effort) =>
    withFolder(async (folder) => {
      const files = effort.isQuick ? 1_000 : 20_000;
      const source = join(folder, 'source');
      await makeFiles(source, files);
      const rate = async (args: readonly string[], target: string): Promise<number> => {
        const seconds = await timeOf(args);
        await rm(target, { recursive: true, force: true });
        return files / seconds;
      };
      const [store, copy] = [join(folder, 'store'), join(folder, 'copy')];
      const to = ['--to', '/default-domain/workspaces', '--data', store, '--log-level', 'warn'];
      const pairs = await interleave(Math.min(effort.rounds, roundsMax), {
        ours: () => rate([sourceProgram, 'import', source, ...to], store),
        floor: () => rate([floorProgram('copy-files'), source, copy], copy),
      });
      const name = `import of ${files.toLocaleString('en')} files`;
      return [comparePairs(pairs, { name, format: perSecond, target: { atLeast: 0.6 } })];
    }),
};

/** From 1 to 8 KiB each, no two alike. */
export async function makeFiles(folder: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const parent = join(folder, `folder-${Math.floor(n / filesPerFolder)}`);
    if (n % filesPerFolder === 0) await mkdir(parent, { recursive: true });
    await writeFile(join(parent, `file-${n}.bin`), randomBytes(1024 * (1 + (n % 8))));
  }
}

/** Seconds from the start of the process to its end. */
export async function timeOf(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const stderr: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.join('')}`);
  return (performance.now() - startedAt) / 1000;
}
