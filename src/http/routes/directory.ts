import { AppError } from '../../base/errors/app-error.ts';
import {
  directoriesSchema,
  directoryEntriesSchema,
  directoryEntrySchema,
  type EntryInput,
  readDirectoryEntry,
  writeDirectories,
  writeDirectoryEntries,
} from '../../entities/directory-entity.ts';
import { texts } from '../../entities/json-schema.ts';
import { type Directory, type DirectoryEntry, systemDirectoryType } from '../../model/directory.ts';
import { readEntryId, readEntryValues, readNewEntryValues } from '../../model/directory-values.ts';
import {
  createEntry,
  getEntry,
  removeEntry,
  updateEntry,
} from '../../repository/directories/change-entries.ts';
import { type EntrySort, listEntries } from '../../repository/directories/list-entries.ts';
import { mayReadDirectory, requireDirectoryEditor } from '../../repository/directories/rights.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { inHeader, inQuery } from '../parameters.ts';
import {
  pageFactsOf,
  parseEntryPaging,
  writeRequestedEntries,
} from '../replies/directory-reply.ts';
import { addressedId, parseEntryAddress } from '../requests/directory-address.ts';
import { pagingParameters } from '../requests/paging.ts';
import { depthParameter, fetchParameter, translateEntries } from '../requests/wire-options.ts';
import { empty, json } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteReply,
} from '../route.ts';

const denied = 'the caller may not change entries of the directory';
const noEntry = 'no such directory or entry';
const badEntry = 'a field is unknown or has a wrong type, or entries are changed elsewhere';
const entryParameters = [
  fetchParameter('directoryEntry', 'parent'),
  translateEntries,
  depthParameter,
  inHeader('Accept-Language', 'languages of translated labels'),
];

const listRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/directory',
  access: 'authenticated',
  summary: 'Lists the directories, but for those of the system',
  body: 'none',
  parameters: [inQuery('types', 'only directories of these types', texts)],
  responses: { 200: json('the directories', directoriesSchema) },
  async handle({ query, services, principal }) {
    const types = query.getAll('types').filter((type) => type !== '');
    const shown = services.repository.directories.directories.filter(
      (directory) =>
        !directory.types.includes(systemDirectoryType) &&
        mayReadDirectory(principal, directory) &&
        (types.length === 0 || types.some((type) => directory.types.includes(type))),
    );
    return jsonReply(200, writeDirectories(shown));
  },
});

const entriesRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/directory/:name',
  access: 'authenticated',
  summary: 'Reads a page of entries',
  body: 'none',
  parameters: [
    inQuery('sortBy', 'fields, separated by commas'),
    inQuery('sortOrder', 'asc or desc for each of them, separated by commas'),
    ...pagingParameters,
    ...entryParameters,
  ],
  responses: {
    200: json('a page of entries', directoryEntriesSchema),
    400: 'bad paging',
    404: 'no such directory',
  },
  async handle(context) {
    const directory = directoryOf(context);
    const paging = parseEntryPaging(context.query);
    const sort = parseSort(context.query, directory);
    const { offset, limit } = paging;
    const query = { offset, sort, ...(limit !== undefined && { limit }) };
    return context.read(async (unit) => {
      const { entries, total } = mayReadDirectory(context.principal, directory)
        ? await listEntries(unit.handle, directory, query)
        : { entries: [], total: 0 };
      const facts = pageFactsOf(paging, { count: entries.length, total });
      const written = await writeRequestedEntries(context, unit.handle, entries);
      return jsonReply(200, writeDirectoryEntries(facts, written));
    });
  },
});

const createRoute = defineRoute({
  method: 'POST',
  root: 'api',
  path: '/directory/:name',
  access: 'authenticated',
  summary: 'Adds an entry; fields that are left out have the defaults of the schema',
  body: 'json',
  bodyEntity: 'directoryEntry',
  parameters: entryParameters,
  responses: {
    201: json('the entry', directoryEntrySchema),
    400: `the id is missing, ${badEntry}`,
    403: denied,
    404: 'no such directory',
    409: 'an entry with that id exists',
  },
  authorize: requireEditor,
  async handle(context) {
    const directory = directoryOf(context);
    const { id, properties } = readInput(context, directory);
    const values = readNewEntryValues(directory, { ...properties, [directory.idField]: id });
    return context.write(async (unit) => {
      const entry = await createEntry(unit.handle, directory, values);
      return entryReply(context, unit.handle, { status: 201, entry });
    });
  },
});

const readRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/directory/:name/*',
  access: 'authenticated',
  summary: 'Reads an entry',
  body: 'none',
  parameters: entryParameters,
  responses: { 200: json('the entry', directoryEntrySchema), 404: noEntry },
  async handle(context) {
    const address = parseEntryAddress(context);
    const directory = directoryOf(context);
    if (!mayReadDirectory(context.principal, directory)) {
      throw new AppError('directory.entry-not-found', 'Entry not found');
    }
    return context.read(async (unit) => {
      const id = await addressedId(unit.handle, directory, address);
      const entry = await getEntry(unit.handle, directory, id);
      return entryReply(context, unit.handle, { status: 200, entry });
    });
  },
});

const updateRoute = defineRoute({
  method: 'PUT',
  root: 'api',
  path: '/directory/:name/*',
  access: 'authenticated',
  summary: 'Changes the fields of an entry that are sent',
  body: 'json',
  bodyEntity: 'directoryEntry',
  parameters: entryParameters,
  responses: {
    200: json('the updated entry', directoryEntrySchema),
    400: `the id is missing or another one, ${badEntry}`,
    403: denied,
    404: noEntry,
  },
  authorize: requireEditor,
  async handle(context) {
    const address = parseEntryAddress(context);
    const directory = directoryOf(context);
    const input = readInput(context, directory);
    return context.write(async (unit) => {
      const id = await addressedId(unit.handle, directory, address);
      await getEntry(unit.handle, directory, id);
      if (readEntryId(input.id) !== id) {
        throw new AppError('directory.entry-invalid', `id: an entry keeps its id; send ${id}`);
      }
      const { [directory.idField]: _id, ...fields } = input.properties;
      const values = readEntryValues(directory, fields);
      const entry = await updateEntry(unit.handle, directory, { id, values });
      return entryReply(context, unit.handle, { status: 200, entry });
    });
  },
});

const removeRoute = defineRoute({
  method: 'DELETE',
  root: 'api',
  path: '/directory/:name/*',
  access: 'authenticated',
  summary: 'Removes an entry that no other entry has as its parent',
  body: 'none',
  responses: {
    204: empty('entry removed'),
    400: 'entries are changed elsewhere',
    403: denied,
    404: noEntry,
    409: 'another entry has it as its parent',
  },
  async handle(context) {
    const address = parseEntryAddress(context);
    const directory = directoryOf(context);
    requireDirectoryEditor(context.principal, directory);
    const catalogue = context.services.repository.directories;
    await context.write(async (unit) => {
      const id = await addressedId(unit.handle, directory, address);
      await removeEntry(unit.handle, catalogue, { directory, id });
    });
    return emptyReply();
  },
});

export const directoryRoutes = [
  listRoute,
  entriesRoute,
  createRoute,
  readRoute,
  updateRoute,
  removeRoute,
];

function requireEditor(context: RequestContext): undefined {
  requireDirectoryEditor(context.principal, directoryOf(context));
}

function directoryOf({ services, params }: RequestContext): Directory {
  return services.repository.directories.get(params.name ?? '');
}

function readInput(context: RequestContext, directory: Directory): EntryInput {
  const input = readDirectoryEntry(context.body as Record<string, unknown>, directory.idField);
  if (input.directoryName !== undefined && input.directoryName !== directory.name) {
    throw new AppError(
      'directory.entry-invalid',
      `directoryName: is ${input.directoryName}, but the request is about ${directory.name}`,
    );
  }
  return input;
}

/** Several fields are separated by commas, and so are their orders; ascending by default. */
function parseSort(query: URLSearchParams, { schema }: Directory): readonly EntrySort[] {
  const names = (query.get('sortBy') ?? '').split(',').filter((name) => name.trim() !== '');
  // The order of passwords would reveal information about them.
  const sortable = schema.fields.filter(({ type }) => type !== 'password');
  const orders = (query.get('sortOrder') ?? '').split(',');
  return names.map((name, index) => {
    const field = sortable.find((each) => each.name === name.trim());
    if (!field) {
      const known = sortable.map((each) => each.name).join(', ');
      throw new AppError('request.invalid', `sortBy: ${name} is not one of ${known}`);
    }
    const order = orders[index] ?? orders[0] ?? '';
    return { field, isDescending: order.trim().toLowerCase() === 'desc' };
  });
}

async function entryReply(
  context: RequestContext,
  handle: ReadHandle,
  { status, entry }: { status: number; entry: DirectoryEntry },
): Promise<RouteReply> {
  const [written = {}] = await writeRequestedEntries(context, handle, [entry]);
  return jsonReply(status, written);
}
