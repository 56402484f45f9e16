import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Reduces every picture of a folder to a thumbnail beside it, so many at the same time, with the library alone.
 * `GET /run` does it and answers with the milliseconds that it took.
 */
const [port, folder = '', atOnce = '1'] = process.argv.slice(2);
sharp.concurrency(1);
sharp.cache(false);

async function reduceAll(): Promise<number> {
  const names = await readdir(folder);
  const startMs = performance.now();
  const lane = async (): Promise<void> => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const picture = sharp(await readFile(join(folder, name))).autoOrient();
      const reduced = picture.resize(1_000, 1_000, { fit: 'inside', withoutEnlargement: true });
      const bytes = await reduced.toColourspace('srgb').jpeg({ quality: 80 }).toBuffer();
      await writeFile(join(folder, '..', 'reduced.jpg'), bytes, { flush: true });
    }
  };
  await Promise.all(Array.from({ length: Number(atOnce) }, lane));
  return performance.now() - startMs;
}

createServer(async (request, response) => {
  response.end(request.url === '/run' ? String(await reduceAll()) : undefined);
}).listen(Number(port), '127.0.0.1');
