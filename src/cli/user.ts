import { passwordPolicyOf } from '../authentication/known-password.ts';
import { present } from '../base/assert.ts';
import { isAppError } from '../base/errors/app-error.ts';
import type { User } from '../model/user.ts';
import { hashNewPassword } from '../repository/principals/password-rule.ts';
import { createUser, listUsers, removeUser, updateUser } from '../repository/principals/users.ts';
import { createSystemUnit, type WriteUnit } from '../repository/unit/unit.ts';
import type { OpenedStore } from '../store.ts';
import type { CommandInput } from './command.ts';
import { withStore } from './command-store.ts';
import { CommandError, exitCodes } from './exit-codes.ts';
import { readPassword } from './password-input.ts';
import { printable, terminal } from './terminal.ts';

export async function addUser(input: CommandInput): Promise<number> {
  const username = nameOf(input);
  const passwordHash = await readPasswordHash(input, username);
  const { group, firstName, lastName, email, company } = input.options;
  await changeUser(input, (unit) =>
    createUser(unit.handle, {
      by: unit,
      username,
      passwordHash,
      groups: (group as string[] | undefined) ?? [],
      profile: {
        firstName: textOrNull(firstName),
        lastName: textOrNull(lastName),
        email: textOrNull(email),
        company: textOrNull(company),
      },
    }),
  );
  terminal.print(`added user ${printable(username)}`);
  return exitCodes.done;
}

export async function setPassword(input: CommandInput): Promise<number> {
  const username = nameOf(input);
  const passwordHash = await readPasswordHash(input, username);
  await changeUser(input, (unit) => updateUser(unit.handle, username, { passwordHash, by: unit }));
  terminal.print(`changed the password of ${printable(username)}`);
  return exitCodes.done;
}

export async function removeUserCommand(input: CommandInput): Promise<number> {
  const username = nameOf(input);
  await changeUser(input, (unit) => removeUser(unit.handle, username, unit));
  terminal.print(`removed user ${printable(username)}`);
  return exitCodes.done;
}

async function readPasswordHash(input: CommandInput, username: string): Promise<string> {
  const password = await readPassword(input);
  return hashNewPassword(passwordPolicyOf(input.config), { username, password });
}

/** The repository's messages leave the name out, as the URL of a request contains it. */
async function changeUser(
  input: CommandInput,
  work: (unit: WriteUnit) => Promise<unknown>,
): Promise<void> {
  try {
    await withStore(input.config, ({ database, repository }) =>
      database.write((handle) => work(createSystemUnit(handle, repository))),
    );
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    const message = `user ${nameOf(input)}: ${error.message}`;
    throw new CommandError(message, exitCodes.failed, error);
  }
}

/** One line per user, separated by tabs: name, email, all groups. */
export async function listAllUsers({ config }: CommandInput): Promise<number> {
  await withStore(config, async (store) => {
    for await (const user of allUsers(store)) {
      const groups = user.allGroups.map(({ name }) => name).join(', ');
      const cells = [user.username, user.profile.email ?? '', groups];
      terminal.print(cells.map(printable).join('\t'));
    }
  });
  return exitCodes.done;
}

const usersPerPage = 500;

async function* allUsers({ database }: OpenedStore): AsyncIterable<User> {
  for (let offset = 0; ; offset += usersPerPage) {
    const page = { offset, limit: usersPerPage };
    const { users } = await database.read((handle) => listUsers(handle, page));
    yield* users;
    if (users.length < usersPerPage) return;
  }
}

function nameOf({ args }: CommandInput): string {
  return present(args[0], 'the command line demands a name');
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
