import {
  crowdDirectory,
  crowdPath,
  guest,
  hallFolder,
  roomsFolder,
  shelfFolder,
} from '../generate-crowd.ts';
import { administrator } from '../load/load-job.ts';
import { apiRoot, automationRoot } from '../servers/programs.ts';
import type { LongRequest } from './measure-waits.ts';
import { reading } from './reading-requests.ts';

const everyone = [administrator, guest];
const path = (folder: string): string => `${apiRoot}/path${crowdPath}/${folder}`;

/** Requests that read many users, groups, ACLs and entries, and large folders and documents. */
export function crowdRequests(users: number): readonly LongRequest[] {
  return [...documents(users), ...principals(users)];
}

function documents(users: number): readonly LongRequest[] {
  const offset = (round: number): string => `pageSize=1000&offset=${users * 5 + 2_000 * round}`;
  const operation = (id: string, body: object) => () => ({
    method: 'POST',
    path: `${automationRoot}/${id}`,
    json: body,
  });
  return [
    ...reading(
      'the first list',
      () => ({ path: `${path(roomsFolder)}/@children?pageSize=50` }),
      everyone,
    ),
    ...reading(
      'a list of folders with their content',
      () => ({
        path: `${path(roomsFolder)}/@children?pageSize=1000`,
        headers: { 'enrichers.document': 'hasContent,acls,permissions' },
      }),
      everyone,
    ),
    ...reading(
      'the children of a hall by date',
      () => ({ path: `${path(hallFolder)}/@children?sortBy=dc:created` }),
      everyone,
    ),
    ...reading(
      'a deep page of the children of a hall',
      (round) => ({ path: `${path(hallFolder)}/@children?${offset(round)}` }),
      everyone,
    ),
    ...reading(
      'the children of a hall by place',
      (round) => ({ path: `${path(hallFolder)}/@children?sortBy=ecm:pos&${offset(round)}` }),
      everyone,
    ),
    ...reading(
      'a page of 100 large notes',
      () => ({ path: `${path(shelfFolder)}/@children?pageSize=100&properties=*` }),
      everyone,
    ),
    ...reading(
      '100 large notes by an operation',
      operation('Document.GetChildren', { input: `${crowdPath}/${shelfFolder}` }),
      everyone,
    ),
    ...reading(
      'all rooms',
      operation('Document.GetChildren', { input: `${crowdPath}/${roomsFolder}` }),
      everyone,
    ),
    ...reading(
      'the audit of readable documents',
      () => ({ path: `${path(hallFolder)}/@audit?pageSize=1000&sortBy=comment` }),
      everyone,
    ),
    ...reading(
      'a search of the audit',
      (round) =>
        operation('Audit.QueryWithPageProvider', {
          params: { namedQueryParams: { principalName: `nobody-${round}` } },
        })(),
      [administrator],
    ),
  ];
}

function principals(users: number): readonly LongRequest[] {
  return [
    ...reading('a search of all users', () => ({
      path: `${apiRoot}/user/search?q=*&pageSize=1000`,
    })),
    ...reading('a search of users by name', (round) => ({
      path: `${apiRoot}/user/search?q=user-${round}`,
    })),
    ...reading('a deep page of users', () => ({
      path: `${apiRoot}/user/search?q=*&pageSize=1000&currentPageIndex=${Math.floor(users / 1_500)}`,
    })),
    ...reading('a search of all groups', () => ({
      path: `${apiRoot}/group/search?q=*&pageSize=1000`,
    })),
    ...reading('a directory', () => ({
      path: `${apiRoot}/directory/${crowdDirectory}?pageSize=0`,
    })),
    ...reading('a page of a sorted directory', () => ({
      path: `${apiRoot}/directory/${crowdDirectory}?sortBy=label&pageSize=50`,
    })),
    ...reading('the directory of users', () => ({
      path: `${apiRoot}/directory/userDirectory?pageSize=1000&currentPageIndex=3`,
    })),
    ...reading('the directory of groups', () => ({
      path: `${apiRoot}/directory/groupDirectory?pageSize=50`,
    })),
  ].filter(({ name }) => name.includes(administrator.username));
}
