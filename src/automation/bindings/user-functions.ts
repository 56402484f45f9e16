import { type ExpressionValue, isList } from '../../expressions/value.ts';
import type { User } from '../../model/user.ts';
import { listGroupRelations } from '../../repository/principals/groups.ts';
import { findUser, findUsers } from '../../repository/principals/users.ts';
import type { StepContext } from '../step-context.ts';
import { PrincipalHost } from './principal-host.ts';
import { documentExists } from './session-host.ts';

type Functions = Readonly<
  Record<string, (args: readonly ExpressionValue[]) => Promise<ExpressionValue>>
>;

/** Functions of `Fn` that read users, groups and documents. */
export function userFunctions(context: StepContext): Functions {
  return {
    getPrincipal: async ([name]) => {
      const user = await readUser(context, name);
      return user ? new PrincipalHost(context, user.username) : null;
    },
    getEmail: async ([name]) => (await readUser(context, name))?.profile.email ?? null,
    getEmails: async ([names]) => emailsOf(context, namesIn(names)),
    getPrincipalEmails: async ([principals]) => emailsOf(context, namesIn(principals)),
    getPrincipalsFromGroup: async ([group]) => {
      const names = await membersOf(context, group);
      return names.map((name) => new PrincipalHost(context, name));
    },
    getEmailsFromGroup: async ([group]) => emailsOf(context, await membersOf(context, group)),
    documentExists: async (args) => documentExists(context, args.at(-1)),
  };
}

const principalPrefix = /^(?:user|group):/;

function nameIn(value: ExpressionValue | undefined): string {
  if (value instanceof PrincipalHost) return value.username;
  return typeof value === 'string' ? value.replace(principalPrefix, '') : '';
}

function namesIn(value: ExpressionValue | undefined): readonly string[] {
  const values = isList(value ?? null) ? (value as readonly ExpressionValue[]) : [value];
  return values.map(nameIn).filter((name) => name !== '');
}

function readUser(
  context: StepContext,
  value: ExpressionValue | undefined,
): Promise<User | undefined> {
  return context.read((unit) => findUser(unit.handle, nameIn(value)));
}

async function emailsOf(context: StepContext, names: readonly string[]): Promise<string[]> {
  const users = await context.read((unit) => findUsers(unit.handle, names));
  return names.flatMap((name) => users.get(name)?.profile.email ?? []);
}

/** Users of the group and of the groups in it, each once. */
async function membersOf(
  context: StepContext,
  group: ExpressionValue | undefined,
): Promise<readonly string[]> {
  const users = new Set<string>();
  const groups = new Set([nameIn(group)]);
  await context.read(async (unit) => {
    // The set grows during the iteration.
    for (const name of groups) {
      const { memberUsers, memberGroups } = await listGroupRelations(unit.handle, name);
      for (const user of memberUsers) users.add(user);
      for (const member of memberGroups) groups.add(member);
    }
  });
  return [...users];
}
