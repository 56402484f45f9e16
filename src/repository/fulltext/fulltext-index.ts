import { AppError } from '../../base/errors/app-error.ts';

/** The scope of a search: the whole document or one property. */
export type FulltextIndex = 'default' | 'title' | 'description';

const indexes: readonly FulltextIndex[] = ['default', 'title', 'description'];

/** @throws AppError request.invalid for an unknown name */
export function getFulltextIndex(name: string): FulltextIndex {
  const found = indexes.find((index) => index === name);
  if (found) return found;
  throw new AppError(
    'request.invalid',
    `No such fulltext index: ${name}; use one of ${indexes.join(', ')}`,
  );
}

/** The index of the words of one property only. */
export function findIndexOfProperty(key: string): FulltextIndex | undefined {
  if (key === 'dc:title') return 'title';
  return key === 'dc:description' ? 'description' : undefined;
}
