import { AppError } from '../../base/errors/app-error.ts';
import { loadGrantedDocuments } from '../access/granted-documents.ts';
import { findGrantingAcls } from '../access/permissions.ts';
import { type Readable, readableDocuments } from '../access/readable.ts';
import { getDocument } from '../documents/documents.ts';
import { parseDate, parseTimestamp } from '../query/instants.ts';
import type { ReadUnit } from '../unit/unit.ts';
import { type AuditPage, type AuditSort, auditColumn, searchAuditEntries } from './audit-search.ts';
import type { SortInfo } from './definition.ts';
import {
  type PageWindow,
  type ProviderRequest,
  pageWindow,
  resolveVariables,
} from './provider-request.ts';
import type { GivenValue } from './search-document.ts';

type NameParameter =
  | 'eventId'
  | 'eventIds'
  | 'eventCategory'
  | 'eventCategories'
  | 'principalName'
  | 'principalNames';

/** A named search of the audit: its parameters, and its default order. */
export interface AuditProvider {
  readonly name: string;
  /** The parameters that it uses; others are ignored. */
  readonly parameters: readonly (NameParameter | 'startDate' | 'endDate' | 'logId')[];
  /** Restricts the results to these. */
  readonly events?: readonly string[];
  /**
   * The first positional parameter is a document id: with the history of its live document, or not.
   */
  readonly document?: 'history' | 'own';
  readonly sort: readonly AuditSort[];
}

const newestFirst: readonly AuditSort[] = [{ by: 'event_date', order: 'desc' }];
const oldestFirst: readonly AuditSort[] = [{ by: 'event_date', order: 'asc' }];
const dates = ['startDate', 'endDate'] as const;

const viewOfEvents = {
  parameters: [...dates, 'eventCategory', 'eventIds', 'principalName'],
  sort: newestFirst,
} as const;

/** Their names and parameters are those that existing clients use. */
const providers: readonly AuditProvider[] = [
  { name: 'ADMIN_HISTORY', ...viewOfEvents },
  {
    name: 'AUDIT_BROWSER',
    parameters: ['logId', ...dates, 'eventCategories', 'eventIds', 'principalNames'],
    sort: oldestFirst,
  },
  {
    name: 'DOCUMENT_HISTORY_PROVIDER',
    parameters: [
      ...dates,
      'eventCategory',
      'eventCategories',
      'eventId',
      'eventIds',
      'principalName',
      'principalNames',
    ],
    document: 'history',
    sort: newestFirst,
  },
  {
    name: 'DOCUMENT_HISTORY_PROVIDER_OLD',
    parameters: [...dates, 'eventCategories', 'eventId'],
    document: 'own',
    sort: oldestFirst,
  },
  { name: 'EVENTS_VIEW', ...viewOfEvents },
  {
    name: 'LATEST_AUDITED_CREATED_USERS_OR_GROUPS_PROVIDER',
    parameters: [],
    events: ['user_created', 'group_created'],
    sort: newestFirst,
  },
];

const byName = new Map(providers.map((each) => [each.name, each]));

export const defaultAuditProvider = 'AUDIT_BROWSER';

export function findAuditProvider(name: string): AuditProvider | undefined {
  return byName.get(name);
}

export interface AuditProviderPage extends AuditPage {
  readonly window: PageWindow;
}

const bounds = { pageSize: 10, maxPageSize: 1_000, countLimit: null };

/**
 * A page of entries. Users who are not administrators only see entries of existing documents that
 * they may read.
 *
 * @throws AppError request.invalid naming the parameter; as `getDocument` for that of a history
 */
export async function runAuditProvider(
  unit: ReadUnit,
  call: { readonly provider: AuditProvider; readonly request: ProviderRequest },
): Promise<AuditProviderPage> {
  const { provider } = call;
  const { repositoryName: repository, principal } = unit;
  const { username } = principal;
  const request = resolveVariables(call.request, { username, repository });
  const window = pageWindow(bounds, request);
  const filter = readFilter(provider, request);
  if (filter === undefined) return { entries: [], total: 0, window };
  const found = await searchAuditEntries(unit.handle, {
    ...filter,
    ...(await aboutOf(unit, { provider, request })),
    readable: await readableEntries(unit),
    sort: request.sort.length > 0 ? sortOf(request.sort) : provider.sort,
    offset: window.offset,
    limit: window.limit,
  });
  return { ...found, window };
}

/** The documents whose entries the caller may see; undefined for all. */
async function readableEntries(unit: ReadUnit): Promise<Readable | undefined> {
  const browsable = await readableDocuments(unit);
  if (!browsable) return undefined;
  const { aclIds, granted } = browsable;
  return {
    aclIds: await findGrantingAcls(unit, { aclIds, permission: 'Read' }),
    granted: granted && (await loadGrantedDocuments(unit, 'Read')),
  };
}

async function aboutOf(
  unit: ReadUnit,
  { provider, request }: { provider: AuditProvider; request: ProviderRequest },
) {
  if (!provider.document) return {};
  const [id = ''] = request.positional;
  if (id === '') {
    const message = `queryParams: ${provider.name} needs the id of a document as the first`;
    throw new AppError('request.invalid', message);
  }
  if (provider.document === 'own') return { documentId: id };
  return { document: await getDocument(unit, { id }) };
}

/** Undefined when two parameters exclude each other. */
function readFilter(provider: AuditProvider, { named }: ProviderRequest) {
  const given = (name: AuditProvider['parameters'][number]): GivenValue =>
    (provider.parameters.includes(name)
      ? (named.get(name) ?? named.get(`bas:${name}`) ?? named.get(`basicauditsearch:${name}`))
      : undefined) ?? '';
  const either = (one: NameParameter, many: NameParameter) =>
    bothOf(oneName(given(one)), listNames(given(many)));
  const asked = either('eventId', 'eventIds');
  const eventIds = asked && bothOf(asked, provider.events ?? none);
  const categories = either('eventCategory', 'eventCategories');
  const principalNames = either('principalName', 'principalNames');
  if (!eventIds || !categories || !principalNames) return undefined;
  return {
    eventIds,
    categories,
    principalNames,
    afterId: readNumber('logId', given('logId')),
    fromMs: readInstant('startDate', given('startDate')),
    toMs: readEnd('endDate', given('endDate')),
  };
}

const none: readonly string[] = [];

/** The intersection of two lists, where an empty list means all; undefined when it is empty. */
function bothOf(a: readonly string[], b: readonly string[]): readonly string[] | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const both = a.filter((name) => b.includes(name));
  return both.length === 0 ? undefined : both;
}

function textOf(given: GivenValue): string {
  return typeof given === 'string' ? given.trim() : given.join(',').trim();
}

function oneName(given: GivenValue): readonly string[] {
  const text = textOf(given);
  return text === '' ? none : [text];
}

/** A list, the text of a JSON array, or names with commas between them. */
function listNames(given: GivenValue): readonly string[] {
  const items = typeof given === 'string' ? splitNames(given) : given;
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

function splitNames(text: string): readonly string[] {
  if (text.trimStart().startsWith('[')) {
    try {
      const json: unknown = JSON.parse(text);
      if (Array.isArray(json)) return json.map(String);
    } catch {
      // Then it is a name with that beginning.
    }
  }
  return text.split(',');
}

function readNumber(name: string, given: GivenValue): number | undefined {
  const text = textOf(given);
  if (text === '') return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('request.invalid', `${name}: ${text.slice(0, 100)} is not a whole number`);
}

function readInstant(name: string, given: GivenValue): number | undefined {
  const text = textOf(given);
  if (text === '') return undefined;
  const instant = parseTimestamp(text);
  if (instant !== undefined) return instant;
  const message = `${name}: ${text.slice(0, 100)} is no date; send 2024-05-01 or 2024-05-01T10:00:00Z`;
  throw new AppError('request.invalid', message);
}

const dayMs = 24 * 60 * 60 * 1_000;

/** A day without a time includes the whole day. */
function readEnd(name: string, given: GivenValue): number | undefined {
  const instant = readInstant(name, given);
  const isDay = parseDate(textOf(given)) !== undefined;
  return instant !== undefined && isDay ? instant + dayMs - 1 : instant;
}

function sortOf(asked: readonly SortInfo[]): readonly AuditSort[] {
  return asked.map(({ property, isDescending }) => ({
    by: auditColumn(property),
    order: isDescending ? 'desc' : 'asc',
  }));
}
