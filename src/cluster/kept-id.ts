import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sleep } from '../base/clock.ts';
import { randomId } from '../base/ids.ts';

/** How often to look, and for how long to wait between, while another process writes the file. */
const looks = 20;
const pauseMs = 50;

/** An id that is made once for a file and kept in it, whichever of several processes is first. */
export async function keepId(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const id = randomId();
    await writeFile(path, `${id}\n`, { flag: 'wx', flush: true });
    return id;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (let look = 0; look < looks; look += 1) {
    const text = await readFile(path, 'utf8');
    // Without the end of the line it is being written.
    if (text.endsWith('\n') && text.trim() !== '') return text.trim();
    await sleep(pauseMs);
  }
  throw new Error(`the file ${path} has no id in it: remove it, so that it is made again`);
}
