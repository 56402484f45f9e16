import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';

/**
 * A request body to a new file, flushed at its end and renamed, and the file to a response. Writing
 * over the old file would reuse its pages in memory, which a store of files cannot do.
 */
const [port, file = ''] = process.argv.slice(2);

createServer(async (request, response) => {
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(`${file}.new`, { flush: true }));
    await rename(`${file}.new`, file);
    response.writeHead(201, { 'Content-Length': 0 }).end();
  } else if (request.url === '/file') {
    const { size } = await stat(file);
    response.writeHead(200, { 'Content-Length': size });
    createReadStream(file).pipe(response);
  } else {
    response.end();
  }
}).listen(Number(port), '127.0.0.1');
