import type { Page } from 'playwright-core';
import { createUser } from '../../../test/support/documents.ts';
import type { Stage } from '../support/stage.ts';

type Client = Pick<Stage, 'app'>;

/** What the server has of a document by its id; undefined if nothing. */
export async function stored({ app }: Client, uid: string) {
  const response = await app.request(`GET /api/v1/id/${uid}`);
  return response.status === 200 ? response.json : undefined;
}

/** Ids of what is in a folder and not in the trash. */
export async function childrenOf({ app }: Client, uid: string): Promise<string[]> {
  const list = await app.request(`GET /api/v1/id/${uid}/@children?pageSize=200`);
  const entries: { uid: string; isTrashed: boolean }[] = list.json.entries;
  return entries.filter(({ isTrashed }) => !isTrashed).map((each) => each.uid);
}

interface Grant {
  readonly uid: string;
  readonly user: string;
  readonly permission: string;
}

/** Creates a user, whose password is the name, with one permission on one document. */
export async function createReader({ app }: Client, { uid, user, permission }: Grant) {
  await createUser(app, user);
  const body = { input: `doc:${uid}`, params: { permission, username: user } };
  const response = await app.request('POST /site/automation/Document.AddPermission', { body });
  if (response.status !== 200) throw new Error(response.text);
}

/** Chooses an entry of the menu with everything that can be done with what is shown. */
export async function chooseInMenu(page: Page, name: string, button = 'More actions') {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
