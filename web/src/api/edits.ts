import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { changed } from './changes.ts';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocument, type Value } from './types.ts';

/** A document with its values as they are stored: those that refer to something are ids. */
export function storedValuesQuery(uid: string) {
  return queryOptions({
    queryKey: keys.part(uid, 'values'),
    async queryFn({ signal }): Promise<Doc> {
      const headers = { properties: '*' };
      return storedDocument(
        await api.GET('/api/v1/id/{id}', { path: { id: uid }, headers, signal }),
      );
    },
  });
}

export type Increment = 'NONE' | 'MINOR' | 'MAJOR';

export interface Edit {
  readonly uid: string;
  /** The folder that shows it. */
  readonly parent: string | null;
  /** Of the document that was edited: a later change of another person is not overwritten. */
  readonly changeToken: string;
  /** Only what has changed. */
  readonly properties: Readonly<Record<string, Value>>;
  readonly increment?: Increment;
}

/** Saves changes of properties and returns what is stored then. @throws ApiError 409 when the document has been changed since it was read */
export async function saveEdit(client: QueryClient, edit: Edit): Promise<Doc> {
  const { uid, parent, changeToken, properties, increment = 'NONE' } = edit;
  const answer = await api.PUT('/api/v1/id/{id}', {
    path: { id: uid },
    headers: { 'X-Versioning-Option': increment, properties: '*' },
    body: { 'entity-type': 'document', uid, changeToken, properties },
  });
  const saved = storedDocument(answer);
  client.setQueryData(storedValuesQuery(uid).queryKey, saved);
  await changed(client, { documents: [uid], parents: parent === null ? [] : [parent] });
  return saved;
}
