import { describe } from 'vitest';
import { engines } from '../support/engines.ts';
import { operationRows } from './operation-calls.ts';
import { testTable, testWalk } from './test-walk.ts';

const first = [
  'Collection.Suggestion',
  'Context.GetTaskNames',
  'NuxeoDrive.GetRoots',
  'Task.GetAssigned',
  'User.GetCollections',
  'Workflow.UserTaskPageProvider',
];

testTable('operations', {
  isPublic: () => false,
  empty: [
    'NuxeoDrive.GetFileSystemItem',
    'Repository.PageProvider',
    'Repository.ResultSetPageProvider',
    'RunOperationOnList',
    'Task.GetAssigned',
    'Workflow.UserTaskPageProvider',
  ],
});

describe.each(engines)('every operation on %s', (engine) => {
  testWalk({ part: 'operations', rows: operationRows(), first }, engine);
});
