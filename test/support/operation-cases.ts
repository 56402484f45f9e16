import { beforeAll, describe, expect, test } from 'vitest';
import type { ParamDefinition, ParamType } from '../../src/automation/define.ts';
import type { TestApp, TestResponse } from './app.ts';
import { createDocument } from './documents.ts';
import { callOperation, type OperationCall } from './operations.ts';
import { grantAce, setAcl } from './security.ts';
import { dumpStore } from './store-dump.ts';

/** Where the cases of operations play: one folder that `bob` may write, and one he may only read. */
export interface Place {
  readonly app: TestApp;
  readonly writable: TestDocument;
  readonly readable: TestDocument;
  create(name: string, options?: { type?: string; parent?: string }): Promise<TestDocument>;
  call(id: string, call?: OperationCall): Promise<TestResponse>;
}

export interface TestDocument {
  readonly uid: string;
  readonly path: string;
}

export async function preparePlace(app: TestApp, name: string): Promise<Place> {
  const writable = await createDocument(app, { name: `${name} writable`, type: 'Workspace' });
  const readable = await createDocument(app, { name: `${name} readable`, type: 'Workspace' });
  await setAcl(app, writable.uid, [grantAce('bob', 'ReadWrite')]);
  return {
    app,
    writable,
    readable,
    create: (documentName, { type = 'File', parent = writable.uid } = {}) =>
      createDocument(app, { parent, name: documentName, type }),
    call: (id, call = {}) =>
      callOperation(app, id, { ...call, headers: { properties: '*', ...call.headers } }),
  };
}

/** One operation on documents with what it needs to succeed and to fail. */
export interface OperationCase {
  readonly id: string;
  readonly params?: (place: Place) => object | Promise<object>;
  /** A document on which it succeeds; a plain File by default. */
  readonly input?: (place: Place, name: string) => Promise<TestDocument>;
  /** A document on which it fails with the same parameters; one in the other folder by default. */
  readonly failing?: (place: Place) => Promise<TestDocument>;
  readonly failingStatus?: number;
  /** Parameters with which the caller is refused; by default those above do on the failing one. */
  readonly deniedParams?: (place: Place) => object;
  readonly user?: string;
  /** Results for each element of a list; 1 by default. */
  readonly answers?: number;
  /** Takes no lists. */
  readonly isSingle?: boolean;
  /** Changes nothing. */
  readonly isReading?: boolean;
}

const unreadable: Partial<Record<ParamType, unknown>> = {
  string: ['a', 'list'],
  boolean: { not: 'a boolean' },
  integer: 'many',
  date: 'soon',
  stringlist: 5,
  document: '',
  documents: 5,
  properties: 5,
};

/** What holds for every operation on documents. */
export function testOperationCases(getApp: () => TestApp, cases: readonly OperationCase[]): void {
  describe.each(cases)('$id', (operation) => {
    let place: Place;
    const { user = 'bob' } = operation;
    beforeAll(async () => {
      place = await preparePlace(getApp(), operation.id);
    });

    const input = (name: string): Promise<TestDocument> =>
      (operation.input ?? ((where, wanted) => where.create(wanted)))(place, name);
    const params = async (): Promise<object> => (await operation.params?.(place)) ?? {};
    const failing = (): Promise<TestDocument> =>
      (operation.failing ?? readOnlyInput(operation))(place);

    test('takes its input as a reference, an id and a path', async () => {
      const documents = [await input('one'), await input('two'), await input('three')] as const;
      const [one, two, three] = documents;
      const given = await params();
      const status = operation.answers === 0 ? 204 : 200;
      for (const reference of [`doc:${one.uid}`, two.uid, three.path]) {
        const response = await place.call(operation.id, { input: reference, params: given, user });
        expect([reference, response.status, response.text.slice(0, 300)]).toEqual([
          reference,
          status,
          status === 204 ? '' : expect.any(String),
        ]);
      }
    });

    const testList = operation.isSingle ? undefined : test;
    testList?.('works through a list', async () => {
      const documents = [await input('first'), await input('second')] as const;
      const list = `docs:${documents[0].uid},${documents[1].path}`;
      const response = await place.call(operation.id, {
        input: list,
        params: await params(),
        user,
      });
      expect(response.status, response.text).toBe(200);
      expect(response.json['entity-type']).toBe('documents');
      expect(response.json.entries).toHaveLength(2 * (operation.answers ?? 1));
    });

    const testSingle = operation.isSingle ? test : undefined;
    testSingle?.('refuses a list', async () => {
      const { uid } = await input('single');
      const call = { input: `docs:${uid},${uid}`, params: await params(), user };
      const response = await place.call(operation.id, call);
      expect([response.status, response.json.message]).toEqual([
        400,
        expect.stringContaining('no method found'),
      ]);
    });

    test('changes nothing for a caller without the right', async () => {
      const { uid } = operation.deniedParams ? await input('denied') : await failing();
      const given = operation.deniedParams?.(place) ?? (await params());
      const before = await dumpStore(place.app.services.database);
      const response = await place.call(operation.id, { input: uid, params: given, user });
      const wanted = operation.deniedParams ? 403 : (operation.failingStatus ?? 403);
      expect(response.status, response.text).toBe(wanted);
      expect(await dumpStore(place.app.services.database)).toEqual(before);
    });

    const testRollback = operation.isReading ? undefined : testList;
    testRollback?.('changes nothing when the last of a list fails', async () => {
      const [good, bad] = [await input('kept'), await failing()];
      const given = await params();
      const before = await dumpStore(place.app.services.database);
      const response = await place.call(operation.id, {
        input: `docs:${good.uid},${bad.uid}`,
        params: given,
        user,
      });
      expect(response.status, response.text).toBe(operation.failingStatus ?? 403);
      expect(await dumpStore(place.app.services.database)).toEqual(before);
    });

    test('names a parameter that is missing or that it cannot read', async () => {
      const { uid } = await input('unchanged');
      const given = (await params()) as Record<string, unknown>;
      const before = await dumpStore(place.app.services.database);
      for (const [name, definition] of paramsOf(place.app, operation.id)) {
        const { [name]: _, ...others } = given;
        const wrong: object[] =
          definition.type in unreadable ? [{ ...others, [name]: unreadable[definition.type] }] : [];
        if (definition.required) wrong.push(others);
        for (const sent of wrong) {
          const response = await place.call(operation.id, { input: uid, params: sent, user });
          expect([sent, response.status]).toEqual([sent, 400]);
          expect(response.json.message).toContain(name);
        }
      }
      expect(await dumpStore(place.app.services.database)).toEqual(before);
    });
  });
}

function paramsOf(app: TestApp, id: string): [string, ParamDefinition][] {
  const runnable = app.services.automation.registry.get(id);
  if (runnable.kind !== 'operation') throw new Error(`${id} is no operation`);
  return Object.entries(runnable.operation.params);
}

/** The same input in the folder that `bob` may only read. */
function readOnlyInput({ input, id }: OperationCase): (place: Place) => Promise<TestDocument> {
  const prepare = input ?? ((where: Place, name: string) => where.create(name));
  return (place) =>
    prepare(
      {
        ...place,
        writable: place.readable,
        create: (name, options = {}) =>
          place.create(name, { ...options, parent: options.parent ?? place.readable.uid }),
      },
      `failing ${id}`,
    );
}
