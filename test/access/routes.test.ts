import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { engines, makeFolder } from '../support/engines.ts';
import { applicationPath, lineOf, routeRows, walkedRoutes } from './route-calls.ts';
import { testTable, testWalk } from './test-walk.ts';

const publicLines = new Set(walkedRoutes.filter(({ access }) => access === 'public').map(lineOf));
const first = ['GET /api/v1/task', 'GET /api/v1/token', 'GET /api/v1/search/saved'];

testTable('routes', {
  isPublic: (name) => publicLines.has(name),
  empty: [
    'GET /api/v1/search/pp/:name/execute',
    'GET /api/v1/search/saved',
    'GET /api/v1/task',
    'GET /api/v1/workflow',
    'POST /api/v1/search/pp/:name/bulk/:action',
    'POST /site/es/:index/_search',
  ],
});

const application = await makeFolder();
await writeFile(join(application.path, 'index.html'), '<!doctype html><title>UI</title>');
afterAll(application.remove);

describe.each(engines)('every route on %s', (engine) => {
  const flags = { webApplications: `${applicationPath}=${application.path}` };
  testWalk({ part: 'routes', rows: routeRows(), first, flags }, engine);
});
