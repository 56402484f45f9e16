import { Readable } from 'node:stream';
import { TextExtractor } from '../../src/content/text-extraction/text-extractor.ts';
import { childrenOf } from './child-memory.ts';

/** Has a file read, says by which process, and lives on: `busy` with a file that takes long. */
const extractor = new TextExtractor();
const read = (sizeBytes: number, piece: string) =>
  extractor.extract({
    format: 'json',
    encoding: null,
    sizeBytes,
    open: async () => Readable.from([Buffer.alloc(sizeBytes, piece)]),
  });

await read(10, '"');
if (process.argv[2] === 'busy') {
  void read(60_000_000, '\\u0020');
  await new Promise((resolve) => setTimeout(resolve, 600));
}
process.stdout.write(String(childrenOf(process.pid)[0]));
setInterval(() => undefined, 1_000);
