import { isAppError } from '../base/errors/app-error.ts';
import { systemPrincipal } from '../model/principal.ts';
import { disableSourceUsers, listSourceUsers } from '../repository/principals/source-users.ts';
import { defineJobKind, type JobContext, type JobKind } from './job-kind.ts';

export const sourceUsersKind = 'check-source-users';

/** Users whom one search at the source asks for. */
const askedMax = 50;

interface CheckOptions {
  readonly verifier: {
    readonly sourceNames: readonly string[];
    /** Undefined for a source that cannot be searched. @throws AppError authentication.source-away */
    presentKeys(
      source: string,
      usernames: readonly string[],
    ): Promise<ReadonlySet<string> | undefined>;
  };
  readonly isAudited: boolean;
}

/**
 * Ends the sessions and tokens of users whom their directory server has removed, renamed or closed. A
 * server that does not answer is asked again at the next time.
 */
export function checkSourceUsersKind(options: CheckOptions): JobKind {
  return defineJobKind({
    kind: sourceUsersKind,
    concurrency: 1,
    attemptsMax: 1,
    parse: () => undefined,
    run: async (context) => {
      for (const name of options.verifier.sourceNames) {
        try {
          await checkSource(context, options, name);
        } catch (error) {
          if (!isAppError(error, 'authentication.source-away')) throw error;
          context.log.warn({ source: name }, 'the users of a sign-in source could not be checked');
        }
      }
    },
  });
}

async function checkSource(
  { database, signal, log, nowMs }: JobContext,
  { verifier, isAudited }: CheckOptions,
  source: string,
): Promise<void> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const page = { after, limit: askedMax };
    const users = await database.read((handle) => listSourceUsers(handle, source, page));
    const last = users.at(-1);
    if (!last) return;
    after = last.username;
    const present = await verifier.presentKeys(
      source,
      users.map(({ username }) => username),
    );
    if (!present) return;
    const gone = users
      .filter(({ source_key: key }) => key === null || !present.has(key))
      .map(({ username }) => username);
    if (gone.length === 0) continue;
    const by = { principal: systemPrincipal, nowMs, isAudited };
    await database.write((handle) => disableSourceUsers(handle, gone, by));
    log.info({ source, users: gone.length }, 'users are no longer known to their sign-in source');
  }
}
