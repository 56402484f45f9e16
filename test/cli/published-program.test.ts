import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { administrator, ChildServer, programFile, sendTo } from '../support/child-server.ts';
import { makeFolder } from '../support/engines.ts';

const sources = resolve(import.meta.dirname, '../../src');
const dist = dirname(programFile);

/** Files that the program starts by their place, below the root of the sources and without their ending. */
function startedFiles(): readonly string[] {
  return globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] }).flatMap((path) => {
    const text = readFileSync(join(sources, path), 'utf8');
    const beside = [...text.matchAll(/`\.\/([\w/-]+)\.\$\{[\w.]*ending\}`/g)];
    const threads = [...text.matchAll(/\bprogram: '([\w-]+)'/g)];
    return [...beside, ...threads].map(([, name = '']) => join(dirname(path), name));
  });
}

interface Answer {
  readonly batchId: string;
  readonly uid: string;
  readonly resultsCount: number;
}

async function jsonOf(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}

test('each thread and process of the program is a file of the published one', () => {
  const files = startedFiles();
  expect(files.length).toBeGreaterThan(7);
  expect(files.filter((file) => !existsSync(join(dist, `${file}.js`)))).toEqual([]);
});

test('its parts say which sources they were made of', () => {
  const maps = globSync('**/*.js.map', { cwd: dist });
  const sourcesOf = (map: string): readonly string[] =>
    JSON.parse(readFileSync(join(dist, map), 'utf8')).sources;
  const found = maps.flatMap(sourcesOf).map((path) => path.replace(/^.*\/src\//, ''));
  expect(found).toContain('repository/editing/create-document.ts');
});

describe('the published program', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  let server: ChildServer;
  beforeAll(async () => {
    folder = await makeFolder();
    server = new ChildServer({ data: folder.path });
    await server.url;
  });
  afterAll(async () => {
    await server.kill();
    await folder.remove();
  });

  async function upload(name: string, type: string, content: Uint8Array): Promise<string> {
    const { batchId } = await jsonOf(await sendTo(server, 'POST /api/v1/upload'));
    await fetch(`${await server.url}/api/v1/upload/${batchId}/0`, {
      method: 'POST',
      headers: { authorization: administrator, 'x-file-name': name, 'x-file-type': type },
      body: new Uint8Array(content),
    });
    const created = await sendTo(server, 'POST /api/v1/path/default-domain/workspaces', {
      'entity-type': 'document',
      type: 'File',
      name,
      properties: {
        'dc:title': name,
        'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' },
      },
    });
    expect(created.status).toBe(201);
    return (await jsonOf(created)).uid;
  }

  const found = async (words: string): Promise<number> => {
    const query = encodeURIComponent(`SELECT * FROM File WHERE ecm:fulltext = '${words}'`);
    const page = await sendTo(server, `GET /api/v1/search/lang/NXQL/execute?query=${query}`);
    return (await jsonOf(page)).resultsCount;
  };

  test('makes pictures, extracts texts and converts, in processes of its own', async () => {
    const create = { width: 60, height: 40, channels: 3, background: 'red' } as const;
    const picture = await upload('red.png', 'image/png', await sharp({ create }).png().toBuffer());
    const page = await upload('page.html', 'text/html', Buffer.from('<h1>Heliotrope</h1>'));
    await vi.waitFor(
      async () => {
        const thumbnail = await sendTo(server, `GET /api/v1/id/${picture}/@rendition/thumbnail`);
        expect(thumbnail.headers.get('content-type')).toBe('image/jpeg');
        expect(await found('heliotrope')).toBe(1);
      },
      { timeout: 25_000, interval: 200 },
    );
    const text = await sendTo(server, `GET /api/v1/id/${page}/@convert?type=text/plain`);
    expect([text.status, (await text.text()).trim()]).toEqual([200, 'Heliotrope']);
  });
});
