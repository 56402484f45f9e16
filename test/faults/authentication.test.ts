import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/authentication/authentication.ts';
import { createServer } from '../../src/compose.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser } from '../support/documents.ts';
import { engines } from '../support/engines.ts';
import { FaultyDatabase } from '../support/faulty-database.ts';

const callsMax = 100;

describe.each(engines)('authentication when a query of %s fails', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(engine);
    await createUser(app, 'climber');
  });
  afterAll(() => app.close());

  /** A new server with empty caches. */
  function open() {
    const database = new FaultyDatabase(app.services.database);
    const { config, log } = app.services;
    const authenticator = createAuthenticator({ config, database, log });
    const server = createServer({ ...app.services, database, authenticator });
    const get = async (path: string, credentials: string) => {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      const reply = await server.inject({ url: `/nuxeo${path}`, headers: { authorization } });
      // Requests of one turn of the event loop share a query, and so its failure.
      await setImmediate();
      return reply.statusCode;
    };
    return { database, server, get };
  }

  test.each([
    ['right', 'climber:climber', 200],
    ['wrong', 'climber:wrong', 401],
    ['unknown', 'nobody:nobody', 401],
  ])('%s credentials are answered right or with 503', async (_title, credentials, status) => {
    for (let call = 1; call < callsMax; call += 1) {
      const { database, server, get } = open();
      database.failAt(call, 'before');
      const answer = await get('/api/v1/me', credentials);
      const { hasFailed } = database;
      database.heal();
      expect(answer, `call ${call}`).toBe(hasFailed ? 503 : status);
      // The failure is not remembered.
      expect(await get('/api/v1/me', credentials)).toBe(status);
      await server.close();
      if (!hasFailed) return;
    }
    throw new Error('the request never came to its end');
  });

  test('a change of groups that fails gives no rights', async () => {
    const { database, server, get } = open();
    const authorization = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;
    for (let call = 1; call < callsMax; call += 1) {
      expect(await get('/metrics', 'climber:climber')).toBe(403);
      database.failAt(call, 'after');
      const url = '/nuxeo/api/v1/user/climber/group/administrators';
      const reply = await server.inject({ method: 'POST', url, headers: { authorization } });
      database.heal();
      await setImmediate();
      if (!database.hasFailed) {
        expect(reply.statusCode).toBe(201);
        expect(await get('/metrics', 'climber:climber')).toBe(200);
        await server.close();
        return;
      }
      expect(reply.statusCode).toBe(503);
    }
    throw new Error('the request never came to its end');
  });
});
