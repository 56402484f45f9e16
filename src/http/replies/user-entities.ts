import { mapInTurns } from '../../base/turns.ts';
import { userProfileName, writeUserProfiles } from '../../enrichers/user-profile.ts';
import { writeUserEntity } from '../../entities/user-entity.ts';
import type { User } from '../../model/user.ts';
import type { ReadUnit } from '../../repository/unit/unit.ts';
import { inHeader } from '../parameters.ts';
import type { RequestContext } from '../route.ts';
import { writeOptions } from './document-reply.ts';

export const profileParameter = inHeader('enrichers.user', `${userProfileName}: adds the profile`);

/** The entities of users, with the profiles where `enrichers.user` asks for them. */
export async function writeUsers(
  context: RequestContext,
  unit: ReadUnit,
  users: readonly User[],
): Promise<readonly object[]> {
  const entities = await mapInTurns(users, (user) => writeUserEntity(user));
  const asked = context.wire.enrichers('user');
  if (!asked.includes(userProfileName) || users.length === 0) return entities;
  const profiles = await writeUserProfiles(
    { unit, writing: writeOptions(context, undefined) },
    users.map(({ username }) => username),
  );
  return entities.map((entity, at) => ({
    ...entity,
    contextParameters: { [userProfileName]: profiles[at] },
  }));
}

/** As `writeUsers` for one. */
export async function writeUser(
  context: RequestContext,
  unit: ReadUnit,
  user: User,
): Promise<object> {
  const [entity] = await writeUsers(context, unit, [user]);
  return entity ?? writeUserEntity(user);
}
