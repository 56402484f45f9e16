import { AppError } from '../../base/errors/app-error.ts';
import type { Directory } from '../../model/directory.ts';
import { findEntry } from '../../repository/directories/change-entries.ts';
import type { ReadHandle } from '../../storage/database.ts';
import type { RequestContext } from '../route.ts';
import { canonicalUrl, pathOf } from '../url.ts';

/** The entry that a path below `/directory` names. */
interface EntryAddress {
  readonly directoryName: string;
  /** As sent, with a slash at the end if there is one. */
  readonly id: string;
  /** The id without that slash, as a slash at the end of a URL is usually ignored. */
  readonly otherId: string | undefined;
}

/**
 * Reads `/directory/{name}/{id}`. Ids may be URLs, with their slashes plain or escaped, which is why
 * the path is read here and not by the router.
 *
 * @throws AppError request.invalid for broken escapes, resource.not-found for adapters
 */
export function parseEntryAddress(
  context: Pick<RequestContext, 'url' | 'services' | 'params'>,
): EntryAddress {
  const { contextPath } = context.services.config;
  const path = pathOf(canonicalUrl(context.url, contextPath).url);
  const [, ...segments] = path.slice(`${contextPath}/api/v1/directory/`.length).split('/');
  if (segments.some((segment) => segment.startsWith('@'))) {
    throw new AppError('resource.not-found', `No such resource: ${context.url}`);
  }
  const id = decode(segments.join('/'));
  const directoryName = context.params.name ?? '';
  if (!pathOf(context.url).endsWith('/')) return { directoryName, id, otherId: undefined };
  return { directoryName, id: `${id}/`, otherId: id };
}

/** The id: the one as sent if an entry has it, or if no entry has either. */
export async function addressedId(
  handle: ReadHandle,
  directory: Directory,
  { id, otherId }: EntryAddress,
): Promise<string> {
  if (otherId === undefined || (await findEntry(handle, directory, id))) return id;
  return otherId;
}

/** A semicolon is part of an id: entries have no matrix parameters. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new AppError('request.invalid', `The path has an invalid escape: ${text}`, { cause });
  }
}
