import { describe } from 'vitest';
import { routes } from '../../src/http/routes/index.ts';
import { engines } from '../support/engines.ts';
import { lineOf, routeRows } from './route-calls.ts';
import { testTable, testWalk } from './test-walk.ts';

const publicLines = new Set(routes.filter(({ access }) => access === 'public').map(lineOf));
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

describe.each(engines)('every route on %s', (engine) => {
  testWalk({ part: 'routes', rows: routeRows(), first }, engine);
});
