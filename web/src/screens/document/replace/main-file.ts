import type { QueryClient } from '@tanstack/react-query';
import { may } from '../../../actions/permissions.ts';
import { saveEdit, storedValuesQuery } from '../../../api/edits.ts';
import type { Doc, Value } from '../../../api/types.ts';
import { createVersion } from '../../../api/versions.ts';
import { blobOf } from '../../../previews/previewed-file.ts';

/** Whether the user may give the document another main file. */
export function takesMainFile(document: Doc): boolean {
  const { schemas = [], isVersion, isTrashed, isProxy } = document;
  const isFixed = isVersion || isTrashed || isProxy;
  return (
    !isFixed && schemas.some(({ name }) => name === 'file') && may(document, 'WriteProperties')
  );
}

export function mainFileOf({ properties }: Pick<Doc, 'properties'>) {
  return blobOf(properties['file:content']);
}

interface Replacement {
  /** As the user has seen it. */
  readonly document: Doc;
  /** What was uploaded. */
  readonly file: Value;
  /** Whether the state before becomes a version. */
  readonly keepsVersion: boolean;
}

/** Returns false, and changes nothing, when another person has replaced the file meanwhile. */
export async function replaceMainFile(
  client: QueryClient,
  { document, file, keepsVersion }: Replacement,
): Promise<boolean> {
  const { uid, parentRef: parent } = document;
  const read = () => client.fetchQuery({ ...storedValuesQuery(uid), staleTime: 0 });
  const before = await read();
  if (mainFileOf(before)?.digest !== mainFileOf(document)?.digest) return false;
  if (keepsVersion) await createVersion(uid, { increment: 'minor', comment: '' });
  const { changeToken } = keepsVersion ? await read() : before;
  const properties = { 'file:content': file };
  await saveEdit(client, { uid, parent, changeToken: changeToken ?? '', properties });
  return true;
}
