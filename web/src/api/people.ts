import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { kindOf } from './errors.ts';
import { keys } from './keys.ts';

/** A user, a group, or a person outside of whom only the e-mail address is known. */
export interface Person {
  readonly kind: 'user' | 'group' | 'external';
  /** As entries and operations have it. */
  readonly name: string;
  /** As people read it. */
  readonly label: string;
  readonly email: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const externalPrefix = 'transient/';

/** From a name, or from the user or group that the server writes in its place. */
export function personOf(value: unknown): Person {
  if (typeof value === 'string') return personByName(value);
  const entity = fieldsOf(value);
  const { firstName, lastName, email, grouplabel } = {
    ...entity,
    ...fieldsOf(entity.properties),
  } as Fields;
  const name = textOf(entity.id) ?? textOf(entity.username) ?? textOf(entity.groupname) ?? '';
  if (entity['entity-type'] === 'group') {
    return { kind: 'group', name, label: textOf(grouplabel) ?? name, email: undefined };
  }
  const label = [firstName, lastName].filter(textOf).join(' ') || name;
  return { kind: 'user', name, label, email: textOf(email) };
}

function personByName(name: string): Person {
  if (!name.startsWith(externalPrefix)) {
    return { kind: 'user', name, label: name, email: undefined };
  }
  // After the address there is what makes the name unique.
  const email = name.slice(externalPrefix.length).replace(/\/[^/@]*$/, '');
  return { kind: 'external', name, label: email, email };
}

const suggestionsMax = 20;

/** Whose names begin with a text; the whole list never comes to the browser. */
export async function findPeople(
  text: string,
  { only, signal }: { readonly only?: 'user' | undefined; readonly signal?: AbortSignal },
): Promise<readonly Person[]> {
  const [users, groups] = await Promise.all([
    api.GET('/api/v1/user/search', { query: { q: text || '*', pageSize: suggestionsMax }, signal }),
    only === 'user'
      ? undefined
      : api.GET('/api/v1/group/search', {
          query: { q: text || '*', pageSize: suggestionsMax },
          signal,
        }),
  ]);
  return [...users.entries, ...(groups?.entries ?? [])].map(personOf);
}

export interface UserRights {
  readonly person: Person;
  /** All of them, also those around other groups. */
  readonly groups: readonly { readonly name: string; readonly label: string }[];
  readonly isAdministrator: boolean;
}

/** Null if there is no such user any more. */
export function userQuery(name: string) {
  return queryOptions({
    queryKey: keys.list('users', 'one', name),
    staleTime: 60_000,
    async queryFn({ signal }): Promise<UserRights | null> {
      try {
        const user = await api.GET('/api/v1/user/{rest}', { path: { rest: name }, signal });
        return {
          person: personOf(user),
          groups: user.extendedGroups.map((group) => ({
            name: group.name,
            label: group.label || group.name,
          })),
          isAdministrator: user.isAdministrator,
        };
      } catch (error) {
        if (kindOf(error) === 'not-found') return null;
        throw error;
      }
    },
  });
}
