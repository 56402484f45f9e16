import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { keys } from './keys.ts';
import { type Doc, storedDocuments } from './types.ts';

export interface SuggestedPerson {
  readonly id: string;
  readonly name: string;
}

export interface Suggestions {
  readonly documents: readonly Doc[];
  readonly people: readonly SuggestedPerson[];
}

const documentsMax = 6;
const peopleMax = 3;

/** Documents with such words in their titles, and people: what was typed may be the beginning of a word. */
export function suggestionsQuery(typed: string) {
  const words = wordsOf(typed);
  return queryOptions({
    queryKey: keys.list('search', 'suggestions', words),
    enabled: words !== '',
    retry: false,
    queryFn: async ({ signal }): Promise<Suggestions> => {
      const [documents, people] = await Promise.all([
        suggestedDocuments(words, signal),
        suggestedPeople(typed.trim(), signal),
      ]);
      return { documents, people };
    },
  });
}

/** Signs would be read as those of a query; so would OR before other words. */
function wordsOf(typed: string): string {
  const words = typed.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words
    .filter((word, at) => at === words.length - 1 || word.toUpperCase() !== 'OR')
    .join(' ');
}

async function suggestedDocuments(words: string, signal: AbortSignal): Promise<readonly Doc[]> {
  const page = await api.GET('/api/v1/search/pp/{name}/execute', {
    path: { name: 'DEFAULT_DOCUMENT_SUGGESTION' },
    query: { queryParams: [`${words}*`], pageSize: documentsMax },
    headers: { 'enrichers.document': 'highlight', properties: 'file' },
    signal,
  });
  return storedDocuments(page).entries;
}

async function suggestedPeople(
  text: string,
  signal: AbortSignal,
): Promise<readonly SuggestedPerson[]> {
  const { entries } = await api.GET('/api/v1/user/search', {
    query: { q: text, pageSize: peopleMax },
    signal,
  });
  return entries.map(({ id, properties: { firstName, lastName } }) => ({
    id,
    name: `${firstName ?? ''} ${lastName ?? ''}`.trim() || id,
  }));
}
