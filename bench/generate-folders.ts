import { mkdir, rename, rm } from 'node:fs/promises';
import type { DocumentId } from '../src/base/ids.ts';
import { createLogger } from '../src/base/log.ts';
import { compose } from '../src/compose.ts';
import { loadConfig } from '../src/config/load.ts';
import type { Services } from '../src/http/services.ts';
import { systemPrincipal } from '../src/model/principal.ts';
import { findDocument } from '../src/repository/documents/documents.ts';
import { createDocument } from '../src/repository/editing/create-document.ts';
import { createSystemUnit, createUnitContext, unitOn } from '../src/repository/unit/unit.ts';
import { generatedDocument } from './generated-content.ts';

const workspaces = '/default-domain/workspaces';
/** Holds all documents but those of the small folders. */
export const widePath = `${workspaces}/wide`;
export const smallFolders = 20;
const documentsInSmall = 60;
const documentsPerUnit = 500;

export function smallPath(number: number): string {
  return `${workspaces}/small-${number}`;
}

/** A store of one folder with that many documents, and of small folders beside it. The store appears atomically. */
export async function generateFolders(folder: string, children: number): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const flags = { data: unfinished, logLevel: 'silent' };
  const { config } = loadConfig({ environment: {}, flags });
  const { services, close } = await compose(config, createLogger('silent'));
  try {
    await fill(services, { path: widePath, children });
    for (let number = 0; number < smallFolders; number += 1) {
      await fill(services, { path: smallPath(number), children: documentsInSmall });
    }
  } finally {
    await close();
  }
  await rename(unfinished, folder);
}

async function fill(
  { database, repository }: Services,
  { path, children }: { readonly path: string; readonly children: number },
): Promise<void> {
  const parentId = await database.write(async (handle): Promise<DocumentId> => {
    const unit = createSystemUnit(handle, repository);
    const above = await findDocument(unit, { path: workspaces });
    if (!above) throw new Error(`the store has no ${workspaces}`);
    const name = path.slice(workspaces.length + 1);
    const properties = { 'dc:title': name };
    const made = { parentId: above.id, name, type: 'Folder', properties };
    return (await createDocument(unit, made)).id;
  });
  const context = createUnitContext(repository, systemPrincipal);
  for (let start = 0; start < children; start += documentsPerUnit) {
    await database.write(async (handle) => {
      for (let n = start; n < Math.min(children, start + documentsPerUnit); n += 1) {
        const { createdMs, type, properties } = generatedDocument(n);
        const unit = unitOn(handle, { ...context, nowMs: createdMs });
        await createDocument(unit, { parentId, name: `document-${n}`, type, properties });
      }
    });
  }
}
