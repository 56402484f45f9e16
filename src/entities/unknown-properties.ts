import { AppError } from '../base/errors/app-error.ts';
import type { ContentModel } from '../model/content-model.ts';

/** Shown or once known, and never stored: clients send them back. */
const ignoredProperties = new Set(['file:filename', 'common:size']);

/**
 * A property that no schema defines is a mistake the sender wants to hear of. One that only this
 * document's type does not have is ignored, as existing clients need.
 *
 * @throws AppError property.invalid
 */
export function refuseUnknownProperties(model: ContentModel, json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const key of Object.keys(json)) {
    if (model.hasProperty(key) || isIgnoredProperty(key)) continue;
    throw new AppError(
      'property.invalid',
      `Unknown property: ${key.slice(0, 200)}; no schema defines it, use prefix:name`,
    );
  }
}

export function isIgnoredProperty(key: string): boolean {
  return ignoredProperties.has(key);
}
