import { AppError } from '../base/errors/app-error.ts';
import { joinProblems } from '../base/errors/problem-list.ts';
import type { ContentModel } from '../model/content-model.ts';

/** Written by this or earlier releases and never stored: clients send them back. */
const ignoredProperties = new Set(['file:filename', 'common:size']);

/**
 * A property that no schema defines is refused as a mistake. One that only this document's type
 * does not have is ignored, as existing clients need.
 *
 * @throws AppError property.invalid
 */
export function refuseUnknownProperties(model: ContentModel, json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  const keys = Object.keys(json).filter(
    (key) => !model.hasProperty(key) && !isIgnoredProperty(key),
  );
  if (keys.length === 0) return;
  const names = joinProblems(
    keys.map((key) => key.slice(0, 200)),
    ', ',
  );
  const text =
    keys.length === 1
      ? `Unknown property: ${names}; no schema defines it, use prefix:name`
      : `Unknown properties: ${names}; no schema defines them, use prefix:name`;
  throw new AppError('property.invalid', text);
}

export function isIgnoredProperty(key: string): boolean {
  return ignoredProperties.has(key);
}
