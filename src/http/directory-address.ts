import { AppError } from '../base/errors/app-error.ts';
import type { RequestContext } from './route.ts';
import { canonicalUrl, pathOf } from './url.ts';

/** What a path below `/directory` names. */
export interface EntryAddress {
  readonly directoryName: string;
  readonly id: string;
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
  return { directoryName: context.params.name ?? '', id: decode(segments.join('/')) };
}

/** A semicolon is part of an id: entries have no matrix parameters. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new AppError('request.invalid', `The path has an invalid escape: ${text}`, { cause });
  }
}
