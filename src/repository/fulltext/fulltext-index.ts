import { AppError } from '../../base/errors/app-error.ts';

/** What a search looks at: the whole document or one property. */
export type FulltextIndex = 'default' | 'title' | 'description';

const indexes: readonly FulltextIndex[] = ['default', 'title', 'description'];

/** @throws AppError request.invalid for a name that is none */
export function getFulltextIndex(name: string): FulltextIndex {
  const found = indexes.find((index) => index === name);
  if (found) return found;
  throw new AppError(
    'request.invalid',
    `No such fulltext index: ${name}; use one of ${indexes.join(', ')}`,
  );
}

/** The index that has the words of one property and no others. */
export function findIndexOfProperty(key: string): FulltextIndex | undefined {
  if (key === 'dc:title') return 'title';
  return key === 'dc:description' ? 'description' : undefined;
}
