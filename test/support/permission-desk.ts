import { expect } from 'vitest';
import type { Ace, Acl } from '../../src/model/acl.ts';
import type { Place } from './operation-cases.ts';
import { setAcl } from './security.ts';

/** Changes of permissions and how they show, for the tests of the operations that make them. */
export class PermissionDesk {
  readonly #place: Place;
  readonly #user: string;

  constructor(place: Place, user = 'Administrator') {
    this.#place = place;
    this.#user = user;
  }

  as(user: string): PermissionDesk {
    return new PermissionDesk(this.#place, user);
  }

  /** A new document with the entries, as its id. */
  async make(aces: readonly Ace[] = [], type = 'Folder'): Promise<string> {
    const { uid } = await this.#place.create('permissions', { type });
    if (aces.length > 0) await setAcl(this.#place.app, uid, aces);
    return uid;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  async run(id: string, input: string, params: object = {}): Promise<any> {
    const response = await this.#place.call(id, { input, params, user: this.#user });
    expect(response.status, response.text).toBe(200);
    return response.json;
  }

  async aclsOf(uid: string): Promise<{ name: string; ace: { id: string }[] }[]> {
    return (await this.#place.app.request(`GET /api/v1/id/${uid}/@acl`)).json.acl;
  }

  /** Ids of the document's own entries, by the name of their list. */
  async idsOf(uid: string): Promise<Record<string, string[]>> {
    const own = (await this.aclsOf(uid)).filter(({ name }) => name !== 'inherited');
    return Object.fromEntries(own.map(({ name, ace }) => [name, ace.map(({ id }) => id)]));
  }

  async statusFor(user: string, uid: string): Promise<number> {
    return (await this.#place.app.request(`GET /api/v1/id/${uid}`, { user })).status;
  }

  /** As stored: notifications are not in the responses. */
  async storedAces(uid: string): Promise<readonly Ace[]> {
    const row = await this.#place.app.services.database.read((handle) =>
      handle.first(handle.builder.selectFrom('document').select('own_acl').where('id', '=', uid)),
    );
    return (JSON.parse(row?.own_acl ?? '[]') as Acl[]).flatMap(({ aces }) => aces);
  }
}
