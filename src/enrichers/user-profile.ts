import { writeDocument } from '../entities/document-entity.ts';
import type { Document } from '../model/document.ts';
import { findUserProfiles } from '../repository/user-profiles.ts';
import type { EnricherContext } from './define.ts';

const schema = 'userprofile';

/** The name under which clients ask for it, of users and not of documents. */
export const userProfileName = 'userprofile';

/** What users tell of themselves, in their order; null where there is nothing for the caller. */
export async function writeUserProfiles(
  { handle, session, writing }: Pick<EnricherContext, 'handle' | 'session' | 'writing'>,
  usernames: readonly string[],
): Promise<readonly (object | null)[]> {
  const profiles = await findUserProfiles(handle, session, usernames);
  return usernames.map((username) => {
    const profile = profiles.get(username);
    return profile ? writeFields(profile, writing) : null;
  });
}

/** The fields of the schema under their bare names. */
function writeFields(profile: Document, writing: EnricherContext['writing']): object {
  const entity = writeDocument(profile, { ...writing, schemas: [schema] });
  const { properties = {} } = entity as { properties?: object };
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value]),
  );
}
