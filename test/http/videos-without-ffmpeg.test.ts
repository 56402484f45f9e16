import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { engines } from '../support/engines.ts';
import { ffmpeg } from '../support/media-files.ts';
import { callWithFiles } from '../support/operation-files.ts';
import { completeWaitingMedia, readMediaWork } from '../support/renditions.ts';

/** On a machine that has ffmpeg these are skipped, and those in `videos.test.ts` run. */
describe.skipIf(ffmpeg !== undefined).each(engines)('videos without ffmpeg on %s', (engine) => {
  const film = { name: 'film.mp4', type: 'video/mp4', content: 'any' };
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
  });
  afterAll(() => app.close());

  test('are stored, and the program that is missing is named', async () => {
    const { json } = await app.request('POST /api/v1/upload');
    const headers = { 'x-file-name': film.name, 'x-file-type': film.type };
    const body = Buffer.from(film.content);
    await app.request(`POST /api/v1/upload/${json.batchId}/0`, { body, headers });
    const content = { 'upload-batch': json.batchId, 'upload-fileId': '0' };
    const created = await app.request('POST /api/v1/path/default-domain/workspaces', {
      body: {
        ...{ 'entity-type': 'document', type: 'Video', name: 'film' },
        properties: { 'file:content': content },
      },
    });
    expect(created.status).toBe(201);
    expect(await completeWaitingMedia(app.services)).toEqual({ made: 0, failed: 1 });
    const [{ failure = null } = {}] = await readMediaWork(app.services);
    expect(failure).toBe('the program ffprobe is not installed (Debian package ffmpeg)');
    const failed = await app.request('GET /api/v1/management/thumbnails/failed');
    expect(failed.json.entries).toMatchObject([{ rendition: 'video', reason: failure }]);
  });

  test('are not cut: 501 names the program', async () => {
    const response = await callWithFiles(app, 'Video.Slice', { files: [film] });
    expect([response.status, response.json.message]).toEqual([
      501,
      expect.stringContaining('ffprobe is not installed (Debian package ffmpeg); install it'),
    ]);
  });
});
