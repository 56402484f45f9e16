import { now } from '../../base/clock.ts';
import type { ContentModel } from '../../model/content-model.ts';
import type { DirectoryCatalogue } from '../../model/directory.ts';
import type { PasswordPolicy } from '../../model/password-policy.ts';
import { type Principal, systemPrincipal } from '../../model/principal.ts';
import type { AclCache } from './acl-cache.ts';

/** What the repository knows apart from the store itself; one per process. */
export interface RepositoryContext {
  readonly model: ContentModel;
  readonly acls: AclCache;
  readonly directories: DirectoryCatalogue;
  /** Whether what happens is recorded in the audit; see `auditEnabled`. */
  readonly isAudited: boolean;
  /** Whether documents are found by their words; see `fulltextEnabled`. */
  readonly hasFulltext: boolean;
  /** What new passwords must fulfil; see `passwordMinLength`. */
  readonly passwords: PasswordPolicy;
}

/** What an answer shows of the documents of a list. */
export interface Listing {
  /** Names of schemas, `*` among them for all. */
  readonly schemas: readonly string[];
  /** Values of other schemas are read up to so many bytes. */
  readonly valueBytesMax: number;
  /** Or up to an equal share of this, where that is more. */
  readonly sharedBytesMax?: number;
}

/** Values that were not asked for are read up to this size, for rules and enrichers look at some. */
export const unseenValueBytesMax = 16 * 1024;

/** On whose behalf a unit of work acts. `nowMs` is one instant for the whole unit. */
export interface Session extends RepositoryContext {
  readonly principal: Principal;
  readonly nowMs: number;
  /** The user for whom the server itself does something the user could not; the audit names this one. */
  readonly actingFor?: string;
  /**
   * Where documents are only shown: lists need not read large values that are not. Such documents are
   * never written, see `saveContent`. Without it everything is read.
   */
  readonly listing?: Listing;
}

export function createSession(context: RepositoryContext, principal: Principal): Session {
  const { model, acls, directories, isAudited, hasFulltext, passwords } = context;
  return { model, acls, directories, isAudited, hasFulltext, passwords, principal, nowMs: now() };
}

/** The server itself: no permission is checked. */
export function createSystemSession(context: RepositoryContext): Session {
  return createSession(context, systemPrincipal);
}

/** For lists of documents whose content does not matter. */
export function withoutLargeValues(session: Session): Session {
  return { ...session, listing: { schemas: [], valueBytesMax: unseenValueBytesMax } };
}
