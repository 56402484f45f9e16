import { writeDocument, writeTemplate } from '../entities/document-entity.ts';
import { findUserProfiles, profileType } from '../repository/personal/user-profiles.ts';
import type { EnricherContext } from './define.ts';

const schema = 'userprofile';

/** The name of the enricher, which is for users and not for documents. */
export const userProfileName = 'userprofile';

type ProfileContext = Pick<EnricherContext, 'unit' | 'writing'>;

/**
 * The profiles of users, in their order. Clients expect all fields, so without a profile that the
 * caller may read the default values are written; the caller cannot distinguish a profile that it
 * may not read from a missing one.
 */
export async function writeUserProfiles(
  context: ProfileContext,
  usernames: readonly string[],
): Promise<readonly (object | null)[]> {
  const { unit } = context;
  const writing = { ...context.writing, schemas: [schema] };
  const profiles = await findUserProfiles(unit, usernames);
  const empty = writeEmptyProfile({ ...context, writing });
  return usernames.map((username) => {
    const profile = profiles.get(username);
    return profile ? fieldsOf(writeDocument(profile, writing)) : empty;
  });
}

/** Null where the content model has no profiles. */
function writeEmptyProfile({ unit, writing }: ProfileContext): object | null {
  if (!unit.model.findType(profileType)) return null;
  const shape = unit.model.shapeOf(profileType);
  return fieldsOf(writeTemplate({ shape, name: null, parentPath: null }, writing));
}

/** The fields of the schema under their bare names. */
function fieldsOf(entity: object): object {
  const { properties = {} } = entity as { properties?: object };
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key.slice(key.indexOf(':') + 1), value]),
  );
}
