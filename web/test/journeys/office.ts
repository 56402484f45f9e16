import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestApp } from '../../../test/support/app.ts';
import { wordType } from '../../../test/support/office-files.ts';
import { addDocument, addFile } from '../previews/stored-files.ts';
import { setTime } from '../support/calendar.ts';
import { createDocument, createUser, runOperation } from '../support/prepared.ts';
import { sampleFiles } from '../support/sample-files.ts';
import type { Stage } from '../support/stage.ts';

export const workspace = '/default-domain/workspaces/Harbour works';

/** With them a store is made at the time that a scenario has set, with texts and thumbnails of files. */
export const flags = { auditEnabled: true, fileTexts: true, conversionProcesses: 1 };

const people = {
  ann: { firstName: 'Ann', lastName: 'Archer' },
  bob: { firstName: 'Bob', lastName: 'Baker' },
  cleo: { firstName: 'Cléo', lastName: 'Durand' },
};

/** Ann leads a workspace, in which Cléo may write; Bob may see nothing of it. */
export async function prepareOffice(stage: Stage): Promise<void> {
  for (const [name, properties] of Object.entries(people)) {
    await createUser(stage, name, properties);
  }
  const input = await createDocument(
    stage,
    '/default-domain/workspaces',
    'Harbour works',
    'Workspace',
  );
  await runOperation(stage, 'Document.BlockPermissionInheritance', { input });
  const grants = { ann: 'Everything', cleo: 'ReadWrite' };
  for (const [username, permission] of Object.entries(grants)) {
    await runOperation(stage, 'Document.AddPermission', {
      input,
      params: { username, permission },
    });
  }
}

/** An empty window at an instant, without a session. */
export async function openWindow(
  stage: Stage,
  instant: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = { timezoneId: 'UTC', ...options };
  const page = await stage.open('icon.svg', { user: null, context });
  await setTime(instant, page);
  return page;
}

/** By keyboard; the password is the name. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

/** Messages about what was done before would cover what is shown next. */
export async function closeMessages(page: Page): Promise<void> {
  const messages = page.getByRole('alertdialog');
  while ((await messages.count()) > 0) {
    await messages.first().getByRole('button', { name: 'Close' }).click();
  }
}

/** What the links above a document show. */
export function tab(page: Page, name: string) {
  return page
    .getByRole('navigation', { name: 'Parts of the document' })
    .getByRole('link', { name });
}

const types: Readonly<Record<string, readonly [documentType: string, type: string]>> = {
  csv: ['File', 'text/csv'],
  docx: ['File', wordType],
  jpg: ['Picture', 'image/jpeg'],
  md: ['File', 'text/markdown'],
  pdf: ['File', 'application/pdf'],
  png: ['Picture', 'image/png'],
  svg: ['Picture', 'image/svg+xml'],
};

/** The same server, whose requests are those of a user. */
export function asUser({ app }: Stage, user: string): TestApp {
  return { ...app, request: (line, options) => app.request(line, { user, ...options }) };
}

/** The files of the building site in the workspace, as Ann has brought them in. */
export async function addSamples(stage: Stage): Promise<void> {
  const app = asUser(stage, 'ann');
  const folders = new Set<string>();
  for (const [path, content] of Object.entries(await sampleFiles())) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = workspace;
    for (const part of parts) {
      const inside = `${folder}/${part}`;
      if (!folders.has(inside)) await addFolder(app, folder, part);
      folders.add(inside);
      folder = inside;
    }
    const [documentType = 'File', type = ''] = types[name.split('.').pop() ?? ''] ?? [];
    await addFile(app, encodeURI(folder), { name, type, content, documentType });
  }
}

async function addFolder(app: TestApp, parent: string, name: string): Promise<void> {
  const properties = { 'dc:title': name };
  await addDocument(app, encodeURI(parent), { type: 'Folder', name, properties });
}
