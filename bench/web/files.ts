import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { administrator, authorizationOf } from '../load/load-job.ts';
import { call } from '../scenarios/large-transfer.ts';
import { apiRoot, automationRoot } from '../servers/programs.ts';
import type { WebStage } from './stage.ts';

const workspaces = '/default-domain/workspaces';
/** As many requests as the application has at a time. */
const parallel = 4;

export interface Folder {
  readonly uid: string;
  readonly path: string;
}

export async function newFolder({ server }: WebStage, name: string): Promise<Folder> {
  const properties = { 'dc:title': name };
  const body = { 'entity-type': 'document', name, type: 'Folder', properties };
  return (await call(server, 'POST', `/path${workspaces}`, body)) as Folder;
}

/** The requests that make a document of each file, and nothing else. */
export async function sendFiles(
  stage: WebStage,
  folder: Folder,
  paths: readonly string[],
): Promise<void> {
  const { batchId } = (await call(stage.server, 'POST', '/upload')) as { batchId: string };
  const waiting = [...paths.entries()];
  const send = async (): Promise<void> => {
    for (;;) {
      const next = waiting.shift();
      if (!next) return;
      await sendFile(stage, folder, { batchId, index: next[0], path: next[1] });
    }
  };
  await Promise.all(Array.from({ length: parallel }, send));
}

async function sendFile(
  { server }: WebStage,
  { uid }: Folder,
  { batchId, index, path }: { batchId: string; index: number; path: string },
): Promise<void> {
  const post = async (address: string, body: string | Buffer, headers: object): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${address}`, {
      method: 'POST',
      headers: { authorization: authorizationOf(administrator), ...headers },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
  };
  await post(`${apiRoot}/upload/${batchId}/${index}`, await readFile(path), {
    'content-type': 'application/octet-stream',
    'x-file-name': basename(path),
  });
  const input = { 'upload-batch': batchId, 'upload-fileId': String(index) };
  const execution = { input, params: {}, context: { currentDocument: uid } };
  await post(`${automationRoot}/FileManager.Import`, JSON.stringify(execution), {
    'content-type': 'application/json',
    'x-batch-no-drop': 'true',
  });
}

export async function countFiles({ server }: WebStage, { uid }: Folder): Promise<number> {
  const query = `SELECT * FROM Document WHERE ecm:parentId = '${uid}' AND file:content/name LIKE 'file-%'`;
  const path = `/search/lang/NXQL/execute?query=${encodeURIComponent(query)}&pageSize=1`;
  const { resultsCount } = (await call(server, 'GET', path)) as { resultsCount: number };
  return resultsCount;
}
