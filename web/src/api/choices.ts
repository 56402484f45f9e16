import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '../i18n/i18n.tsx';
import { api } from './client.ts';
import { keys } from './keys.ts';

/** Something that a value can refer to, as pickers show it. */
export interface Choice {
  /** What is stored. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
}

const shownMax = 50;
const configuredMs = 5 * 60_000;

type Json = Readonly<Record<string, unknown>>;

/** Entries of a vocabulary whose labels have the text in them, those of hierarchical ones with their parents. */
export function entriesQuery(directory: string, search: string, language: Language) {
  return queryOptions({
    queryKey: keys.fixed('entries', directory, language, search),
    staleTime: configuredMs,
    placeholderData: keepPreviousData,
    async queryFn({ client, signal }): Promise<readonly Choice[]> {
      const facts = await client.fetchQuery(directoriesQuery);
      const found = await api.operation('Directory.SuggestEntries', {
        params: {
          directoryName: directory,
          searchTerm: search,
          contains: true,
          canSelectParent: true,
          dbl10n: facts.get(directory)?.startsWith('l10n') ?? false,
          localize: true,
          lang: language,
          limit: shownMax,
        },
        signal,
      });
      const choices = jsonList(await textOf(found)).flatMap(choicesOf);
      return ownMatchesFirst(choices, search).slice(0, shownMax);
    },
  });
}

/** Schemas of directories, by name. */
const directoriesQuery = queryOptions({
  queryKey: keys.fixed('directories'),
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn({ signal }): Promise<ReadonlyMap<string, string>> {
    const { entries } = await api.GET('/api/v1/directory', { signal });
    return new Map(entries.map(({ name, schema }) => [name, schema]));
  },
});

async function textOf(answer: unknown): Promise<unknown> {
  return answer instanceof Blob ? JSON.parse(await answer.text()) : answer;
}

function jsonList(value: unknown): readonly Json[] {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(parsed) ? parsed : [];
}

/** An entry and those below it. */
function choicesOf(entry: Json): Choice[] {
  const { computedId, absoluteLabel, children } = entry;
  const own = { id: String(computedId), label: String(absoluteLabel) };
  return [own, ...jsonList(children).flatMap(choicesOf)];
}

/** The answer has parents of what was found as well: an entry that has the text in its own name comes before them. */
function ownMatchesFirst(choices: readonly Choice[], search: string): readonly Choice[] {
  const wanted = search.toLowerCase();
  const isOwn = ({ label }: Choice): boolean =>
    label
      .slice(label.lastIndexOf('/') + 1)
      .toLowerCase()
      .includes(wanted);
  return [...choices.filter(isOwn), ...choices.filter((each) => !isOwn(each))];
}

/** The label of an entry by its id, or by its path from the top. */
export function entryQuery(directory: string, value: string, language: Language) {
  return queryOptions({
    queryKey: keys.fixed('entry', directory, language, value),
    staleTime: configuredMs,
    retry: false,
    async queryFn({ signal }): Promise<Choice> {
      const rest = value.slice(value.lastIndexOf('/') + 1);
      const entry = await api.GET('/api/v1/directory/{name}/{rest}', {
        path: { name: directory, rest },
        headers: {
          'fetch.directoryEntry': 'parent',
          'translate.directoryEntry': 'label',
          'Accept-Language': language,
        },
        signal,
      });
      return { id: value, label: entryLabel(entry, language) };
    },
  });
}

/** With the labels of its parents, as far as they have been fetched: `Europe/France`. */
export function entryLabel(entry: unknown, language: Language): string {
  const { id, properties = {} } = entry as { readonly id?: unknown; readonly properties?: Json };
  const { parent } = properties;
  const label = properties[`label_${language}`] ?? properties.label_en ?? properties.label ?? id;
  const isFetched = typeof parent === 'object' && parent !== null;
  return isFetched ? `${entryLabel(parent, language)}/${label}` : String(label);
}

export interface PeopleWanted {
  readonly users: boolean;
  readonly groups: boolean;
}

/** Users and groups whose names begin with the text. */
export function peopleQuery(search: string, { users, groups }: PeopleWanted) {
  return queryOptions({
    queryKey: keys.list('users', 'choices', users, groups, search),
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly Choice[]> {
      const options = { query: { q: search || '*', pageSize: shownMax }, signal };
      const [people, teams] = await Promise.all([
        users ? api.GET('/api/v1/user/search', options) : undefined,
        groups ? api.GET('/api/v1/group/search', options) : undefined,
      ]);
      return [
        ...(people?.entries ?? []).map(userChoice),
        ...(teams?.entries ?? []).map(groupChoice),
      ];
    },
  });
}

/** A user or group by its name; both may have the same one, and then it is the user. */
export function personQuery(value: string, { users, groups }: PeopleWanted) {
  return queryOptions({
    queryKey: keys.list('users', 'choice', value),
    staleTime: configuredMs,
    retry: false,
    async queryFn({ signal }): Promise<Choice> {
      const rest = value.replace(/^(?:user|group):/, '');
      const options = { path: { rest }, signal };
      const mayBeUser = users && !value.startsWith('group:');
      if (!mayBeUser || !groups) {
        return mayBeUser
          ? { ...userChoice(await api.GET('/api/v1/user/{rest}', options)), id: value }
          : { ...groupChoice(await api.GET('/api/v1/group/{rest}', options)), id: value };
      }
      const user = await api.GET('/api/v1/user/{rest}', options).catch(() => undefined);
      const found = user ?? (await api.GET('/api/v1/group/{rest}', options));
      return { ...(user ? userChoice(user) : groupChoice(found)), id: value };
    },
  });
}

/** The choice for a user as the server writes one. */
export function userChoice(entity: unknown): Choice {
  const { id, properties = {} } = entity as { readonly id: string; readonly properties?: Json };
  const name = [properties.firstName, properties.lastName].filter(Boolean).join(' ');
  return { id, label: name || id, ...(name !== '' && { detail: id }) };
}

function groupChoice(entity: unknown): Choice {
  const { id, grouplabel } = entity as { readonly id: string; readonly grouplabel?: string };
  return { id, label: grouplabel || id, ...(grouplabel && { detail: id }) };
}

/** Documents with the text in their titles. */
export function documentsQuery(search: string, isPath: boolean) {
  return queryOptions({
    queryKey: keys.list('search', 'choices', isPath, search),
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly Choice[]> {
      const pattern = search.replace(/[\\'%_]/g, (sign) => `\\${sign}`);
      const query = `SELECT * FROM Document WHERE dc:title ILIKE '%${pattern}%' AND ecm:isVersion = 0
        AND ecm:isProxy = 0 AND ecm:isTrashed = 0 AND ecm:mixinType <> 'HiddenInNavigation' ORDER BY dc:modified DESC`;
      const { entries } = await api.GET('/api/v1/search/lang/NXQL/execute', {
        query: { query, pageSize: 20 },
        signal,
      });
      return entries.map((each) => documentChoice(each, isPath));
    },
  });
}

/** The document that a value names by its id or path. */
export function referencedQuery(value: string, isPath: boolean) {
  return queryOptions({
    queryKey: keys.list('search', 'choice', value),
    retry: false,
    async queryFn({ signal }): Promise<Choice> {
      const found = isPath
        ? await api.GET('/api/v1/path/{rest}', { path: { rest: value }, signal })
        : await api.GET('/api/v1/id/{id}', { path: { id: value }, signal });
      return { ...documentChoice(found, isPath), id: value };
    },
  });
}

function documentChoice(document: unknown, isPath: boolean): Choice {
  const { uid, path, title } = document as Readonly<Record<'uid' | 'path' | 'title', string>>;
  return { id: isPath ? path : uid, label: title, detail: path };
}
