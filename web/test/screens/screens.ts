import type { Request } from 'playwright-core';
import type { Prepared } from './prepared-screens.ts';

/** A screen with something in it. */
export interface Screen {
  readonly name: string;
  /** Its address in the application. */
  readonly path: string;
  readonly heading: string;
  /** Of the window; the heading by default. */
  readonly title?: string;
  /** A text of its content. */
  readonly shows: string;
  /** The request that it cannot be shown without. */
  isNeeded(request: Request): boolean;
  /** The heading stays while the content is missing. */
  readonly isPart?: boolean;
  /** Other than the one before only where everything has come: there is no need to look at faults again. */
  readonly isVariant?: boolean;
  /** Answers that are more than an error of this screen: it shows something else then. */
  readonly understands?: readonly number[];
}

/** A screen that has nothing to show. */
export interface EmptyScreen {
  readonly name: string;
  readonly path: string;
  readonly says: string;
  /** What can be done about it: a link or a button, or a sentence. */
  readonly next: { readonly role: 'button' | 'link'; readonly name: string | RegExp } | string;
}

const asks =
  (pattern: RegExp) =>
  (request: Request): boolean =>
    pattern.test(request.url());

const enriched =
  (uid: string, enricher: string | undefined) =>
  (request: Request): boolean => {
    if (!request.url().endsWith(`/api/v1/id/${uid}`) || request.method() !== 'GET') return false;
    const enrichers = request.headers()['enrichers.document'];
    return enricher === undefined
      ? enrichers === undefined
      : Boolean(enrichers?.includes(enricher));
  };

/** All screens of the application. */
export function filledScreens({
  full,
  task,
  collection,
}: Omit<Prepared, 'bare'>): readonly Screen[] {
  const room = 'browse/default-domain/workspaces/Room';
  const documentTab = (tab: string, rest: Pick<Screen, 'shows' | 'isNeeded'>): Screen => ({
    name: `document, ${tab}`,
    path: `document/${full}?tab=${tab}`,
    heading: 'Lease.txt',
    isPart: true,
    ...rest,
  });
  const found = { shows: 'Lease.txt' };
  return [
    {
      name: 'home',
      path: '',
      heading: 'Workspaces',
      shows: 'Room',
      isNeeded: asks(/\/search\/lang\/NXQL\/execute.*WorkspaceRoot/),
    },
    { name: 'folder', path: room, heading: 'Room', ...found, isNeeded: asks(/\/path\/.*\/Room$/) },
    {
      name: 'list of a folder',
      path: room,
      heading: 'Room',
      ...found,
      isNeeded: asks(/\/@children/),
      isPart: true,
    },
    {
      name: 'tiles of a folder',
      path: `${room}?view=grid`,
      heading: 'Room',
      ...found,
      isNeeded: asks(/\/@children/),
      isPart: true,
      isVariant: true,
    },
    {
      name: 'document',
      path: `document/${full}?tab=summary`,
      heading: 'Lease.txt',
      shows: 'Signed by both.',
      isNeeded: enriched(full, 'breadcrumb'),
    },
    documentTab('preview', { shows: 'The lease begins in May.', isNeeded: asks(/\/@blob\//) }),
    documentTab('edit', { shows: 'Description', isNeeded: enriched(full, undefined) }),
    documentTab('attachments', { shows: 'Plan.txt', isNeeded: enriched(full, undefined) }),
    documentTab('versions', { shows: 'Version 0.1', isNeeded: asks(/Repository\.ResultSetQuery/) }),
    documentTab('history', { shows: 'Published', isNeeded: asks(/\/@audit/) }),
    {
      ...documentTab('permissions', {
        shows: 'From the folders above',
        isNeeded: enriched(full, 'acls'),
      }),
      understands: [403],
    },
    documentTab('comments', { shows: 'Please check page 3.', isNeeded: asks(/\/@comment/) }),
    documentTab('publications', { shows: 'News', isNeeded: asks(/isProxy/) }),
    documentTab('workflow', {
      shows: 'Serial document review',
      isNeeded: enriched(full, 'runningWorkflows'),
    }),
    {
      name: 'search',
      path: 'search?q=lease',
      heading: 'Search: lease',
      ...found,
      isNeeded: asks(/\/search\/pp\/[^/]+\/execute/),
      isPart: true,
    },
    {
      name: 'search by a query',
      path: `search?mode=nxql&query=${encodeURIComponent('SELECT * FROM File')}`,
      heading: 'Query in NXQL',
      ...found,
      isNeeded: asks(/\/search\/lang\/NXQL\/execute/),
      isPart: true,
    },
    {
      name: 'saved searches',
      path: 'search',
      heading: 'Search',
      shows: 'Leases',
      isNeeded: asks(/\/search\/saved/),
      isPart: true,
    },
    {
      name: 'tasks',
      path: 'tasks',
      heading: 'Tasks',
      shows: 'Choose participants',
      isNeeded: asks(/\/api\/v1\/task\?.*pageSize=(?!1&|1$)/),
      isPart: true,
    },
    {
      name: 'task',
      path: `tasks/${task}`,
      heading: 'Choose participants',
      ...found,
      isNeeded: asks(new RegExp(`/task/${task}`)),
    },
    {
      name: 'favorites',
      path: 'favorites',
      heading: 'Favorites',
      ...found,
      isNeeded: asks(/Favorite\.Fetch/),
      isPart: true,
    },
    {
      name: 'collections',
      path: 'collections',
      heading: 'Collections',
      shows: 'Contracts',
      isNeeded: asks(/default_collection/),
      isPart: true,
    },
    {
      name: 'collection',
      path: `collections/${collection}`,
      heading: 'Contracts',
      ...found,
      isNeeded: enriched(collection, 'breadcrumb'),
    },
    {
      name: 'trash',
      path: 'trash',
      heading: 'Trash',
      shows: 'Thrown away',
      isNeeded: asks(/\/search\/execute/),
      isPart: true,
    },
    {
      name: 'profile',
      path: 'profile',
      heading: 'Profile and settings',
      shows: 'Scanner',
      isNeeded: asks(/\/api\/v1\/token/),
      isPart: true,
    },
    {
      name: 'operations',
      path: 'operations?words=create',
      heading: 'Operations',
      shows: 'Document.Create',
      isNeeded: asks(/\/site\/automation$/),
    },
    {
      name: 'operation',
      path: 'operations/Document.Create',
      heading: 'Create',
      shows: 'Document.Create',
      isNeeded: asks(/\/site\/automation$/),
      isVariant: true,
    },
  ];
}

/** Those that can be empty, in a store with nothing but folders and a document. */
export function emptyScreens(bare: string): readonly EmptyScreen[] {
  const tab = (name: string) => `document/${bare}?tab=${name}`;
  return [
    {
      name: 'folder',
      path: 'browse/default-domain/workspaces/Empty%20room',
      says: 'This folder is empty',
      next: 'Create a document, or drop files here.',
    },
    {
      name: 'list without a match',
      path: 'browse/default-domain/workspaces/Room?filter=zebra',
      says: 'No name contains “zebra”',
      next: { role: 'button', name: 'Show all' },
    },
    {
      name: 'attachments',
      path: tab('attachments'),
      says: 'No attachments',
      next: { role: 'button', name: 'Add files' },
    },
    {
      name: 'versions',
      path: tab('versions'),
      says: 'There are no versions yet',
      next: { role: 'button', name: 'Create a version' },
    },
    {
      name: 'history without a match',
      path: `${tab('history')}&user=nobody`,
      says: 'Nothing happened that is shown here',
      next: { role: 'button', name: 'Show all' },
    },
    {
      name: 'permissions',
      path: tab('permissions'),
      says: 'Nothing is set here.',
      next: { role: 'button', name: 'Share' },
    },
    {
      name: 'comments',
      path: tab('comments'),
      says: 'There are no comments yet.',
      next: { role: 'button', name: 'Send' },
    },
    {
      name: 'publications',
      path: tab('publications'),
      says: 'The document is not published where you can see it.',
      next: { role: 'button', name: 'Publish' },
    },
    {
      name: 'workflow',
      path: tab('workflow'),
      says: 'No workflow runs on this document.',
      next: { role: 'button', name: 'Start a workflow' },
    },
    {
      name: 'search',
      path: 'search',
      says: 'What are you looking for?',
      next: { role: 'link', name: 'Show all documents' },
    },
    {
      name: 'search without a match',
      path: 'search?q=zebra',
      says: 'No document matches',
      next: { role: 'link', name: /zebra/ },
    },
    {
      name: 'query',
      path: 'search?mode=nxql',
      says: 'Write a query, then run it',
      next: { role: 'button', name: 'Run' },
    },
    {
      name: 'query without a match',
      path: `search?mode=nxql&query=${encodeURIComponent('SELECT * FROM Picture')}`,
      says: 'No document matches',
      next: 'Documents that you may not see are never shown.',
    },
    {
      name: 'tasks',
      path: 'tasks',
      says: 'There is nothing to do',
      next: 'Tasks come here when a workflow needs your decision.',
    },
    {
      name: 'favorites',
      path: 'favorites',
      says: 'You have no favorites yet.',
      next: 'The star beside the title of a document adds it here.',
    },
    {
      name: 'collections',
      path: 'collections',
      says: 'There are no collections yet.',
      next: { role: 'button', name: 'New collection' },
    },
    {
      name: 'trash',
      path: 'trash',
      says: 'The trash is empty',
      next: 'What you delete is kept here until it is deleted for good.',
    },
    {
      name: 'tokens',
      path: 'profile',
      says: 'There are no tokens.',
      next: { role: 'button', name: 'Make a token' },
    },
    {
      name: 'operations without a match',
      path: 'operations?words=zebra',
      says: 'No operation has these words.',
      next: { role: 'button', name: 'Show all' },
    },
  ];
}
