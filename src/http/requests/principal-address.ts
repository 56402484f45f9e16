import { AppError } from '../../base/errors/app-error.ts';
import { groupExists } from '../../repository/principals/groups.ts';
import { userExists } from '../../repository/principals/users.ts';
import type { RequestContext } from '../route.ts';
import { canonicalUrl, pathOf } from '../url.ts';

/** The user, group or membership that a path below `/user` or `/group` names. */
interface PrincipalAddress {
  readonly id: string;
  /** The other side of a membership: the group of a user, or the user of a group. */
  readonly member: string | undefined;
}

type Kind = 'user' | 'group';

/**
 * Parses the path. Names may end in a slash, which is otherwise ignored at the end of a path: it
 * belongs to the name if there is a user or group of that name.
 *
 * @throws AppError request.invalid for broken escapes
 */
export async function findPrincipalAddress(
  context: RequestContext,
  kind: Kind,
): Promise<PrincipalAddress> {
  const address = parsePrincipalAddress(context, kind);
  if (!pathOf(context.url).endsWith('/')) return address;
  const { id, member } = address;
  const name = `${member ?? id}/`;
  const isUser = (kind === 'user') === (member === undefined);
  const exists = isUser ? userExists : groupExists;
  if (!(await context.read((unit) => exists(unit.handle, name)))) return address;
  return member === undefined ? { id: name, member } : { id, member: name };
}

/** For requests about the user or group itself. @throws AppError resource.not-found for a membership */
export async function getPrincipalId(context: RequestContext, kind: Kind): Promise<string> {
  const { id, member } = await findPrincipalAddress(context, kind);
  if (member !== undefined) throw notFound(context);
  return id;
}

/** For requests about a membership only. @throws AppError resource.not-found for anything else */
export async function getMembershipAddress(
  context: RequestContext,
  kind: Kind,
): Promise<{ readonly id: string; readonly member: string }> {
  const { id, member } = await findPrincipalAddress(context, kind);
  if (member === undefined) throw notFound(context);
  return { id, member };
}

function notFound({ url }: RequestContext): AppError {
  return new AppError('resource.not-found', `no such resource: ${url}`);
}

/**
 * Reads `/user/{id}`, `/user/{id}/group/{group}` and the same with the kinds swapped. Ids may contain
 * slashes, plain or escaped, which is why the path is read here and not by the router.
 *
 * @throws AppError request.invalid for broken escapes
 */
function parsePrincipalAddress(
  context: Pick<RequestContext, 'url' | 'services'>,
  kind: Kind,
): PrincipalAddress {
  return splitMembership(segmentsOf(context, kind), kind === 'user' ? 'group' : 'user');
}

export interface MemberListAddress {
  readonly id: string;
  readonly list: 'users' | 'groups';
}

/**
 * Reads `/group/{id}/@users` and `/group/{id}/@groups`; undefined for anything else. A group whose
 * name ends like that is addressed with the slash or the `@` escaped.
 *
 * @throws AppError request.invalid for broken escapes
 */
export function parseMemberListAddress(
  context: Pick<RequestContext, 'url' | 'services'>,
): MemberListAddress | undefined {
  return splitMemberList(segmentsOf(context, 'group'));
}

/** Exported for its test. */
export function splitMemberList(segments: readonly string[]): MemberListAddress | undefined {
  const last = segments.at(-1)?.replace(/;.*$/, '');
  if (segments.length < 2 || (last !== '@users' && last !== '@groups')) return undefined;
  return { id: decode(segments.slice(0, -1)), list: last === '@users' ? 'users' : 'groups' };
}

function segmentsOf(
  { url, services }: Pick<RequestContext, 'url' | 'services'>,
  kind: Kind,
): string[] {
  const { contextPath } = services.config;
  const path = pathOf(canonicalUrl(url, contextPath).url);
  const segments = path.slice(`${contextPath}/api/v1/${kind}/`.length).split('/');
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

/** Exported for its test. */
export function splitMembership(segments: readonly string[], separator: string): PrincipalAddress {
  const at = segments.indexOf(separator, 1);
  if (at === -1 || at === segments.length - 1) return { id: decode(segments), member: undefined };
  return { id: decode(segments.slice(0, at)), member: decode(segments.slice(at + 1)) };
}

function decode(segments: readonly string[]): string {
  const text = segments.map((segment) => segment.replace(/;.*$/, '')).join('/');
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new AppError('request.invalid', `The path has an invalid escape: ${text}`, { cause });
  }
}
