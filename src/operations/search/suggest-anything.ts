import { defineOperation, optional } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { Document } from '../../model/document.ts';
import type { Group, User } from '../../model/user.ts';
import { findPeople } from '../../repository/principals/find-people.ts';
import { searchGroups } from '../../repository/principals/search-principals.ts';
import {
  type HighlightedField,
  highlightDocuments,
} from '../../repository/search/highlight-documents.ts';
import { literal } from '../../repository/search/predicates.ts';
import { emptyRequest } from '../../repository/search/provider-request.ts';
import { type DocumentsPage, runProvider, runQuery } from '../../repository/search/run-provider.ts';
import { jsonBlob } from '../parts/json-blob.ts';

const documentsMax = 10;
const principalsMax = 5;
const documentProvider = 'DEFAULT_DOCUMENT_SUGGESTION';

export const suggestAnythingOperation = defineOperation({
  id: 'Search.SuggestersLauncher',
  label: 'Suggesters launcher',
  category: 'User Interface',
  description: `Returns a JSON array of what a search box shows while a user types: at most ${documentsMax} documents with such words in their titles, of which the last may be incomplete, then ${principalsMax} users and ${principalsMax} groups.`,
  params: {
    searchTerm: optional('string', 'What was typed so far; without any there are no documents.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { searchTerm }) {
        const text = searchTerm?.trim() ?? '';
        const documents = await suggestDocuments(context, text);
        const [users, groups] = await context.read(async (unit) => [
          await findPeople(unit.handle, { text, limit: principalsMax }),
          await searchGroups(unit.handle, {
            prefix: text === '*' ? '' : text,
            limit: principalsMax,
          }),
        ]);
        return jsonBlob([
          ...documents,
          ...users.entries.map(userSuggestion),
          ...groups.entries.map(groupSuggestion),
        ]);
      },
    },
  ],
});

/** One line of the suggestion box. */
interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly type: 'document' | 'user' | 'group';
  readonly icon: string;
  /** Empty: there are no thumbnails. */
  readonly thumbnailUrl: string;
  readonly url: string;
  readonly highlights: readonly HighlightedField[];
}

async function suggestDocuments(
  context: OperationContext,
  text: string,
): Promise<readonly Suggestion[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return context.readBounded(async (unit) => {
    const request = { ...emptyRequest, pageSize: documentsMax, highlights: ['dc:title.fulltext'] };
    const provider = context.pageProviders.get(documentProvider);
    const found: DocumentsPage = context.repository.hasFulltext
      ? await runProvider(unit, {
          provider,
          request: { ...request, positional: [`${words.join(' ')}*`] },
        })
      : await runQuery(unit, { text: byTitle(text), request });
    const { documents, page } = found;
    const marked = page.highlight
      ? await highlightDocuments(unit, { documents, request: page.highlight })
      : [];
    return documents.map((document, at) => ({
      ...documentSuggestion(document, marked[at] ?? []),
      url: `nxdoc/${unit.repositoryName}/${document.id}/view_documents`,
    }));
  });
}

/** `OR` is a word here, and too common to search for unless it is a prefix. */
function wordsOf(text: string): readonly string[] {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return words.filter((word, at) => at === words.length - 1 || word.toUpperCase() !== 'OR');
}

/** For servers without full text. */
function byTitle(text: string): string {
  const start = `${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return `SELECT * FROM Document WHERE dc:title ILIKE ${literal(start)}
    AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0`;
}

function documentSuggestion(
  { id, name, properties }: Document,
  highlights: readonly HighlightedField[],
): Omit<Suggestion, 'url'> {
  const { 'dc:title': title, 'common:icon': icon } = properties;
  return {
    id,
    label: typeof title === 'string' && title !== '' ? title : name,
    type: 'document',
    icon: typeof icon === 'string' ? icon : '',
    thumbnailUrl: '',
    highlights,
  };
}

function userSuggestion({ username, profile }: User): Suggestion {
  const names = [profile.firstName, profile.lastName].filter((name) => name?.trim());
  return {
    id: username,
    label: names.length > 0 ? names.join(' ') : username,
    type: 'user',
    icon: 'icons/user.png',
    thumbnailUrl: '',
    url: `user/${encodeURIComponent(username)}`,
    highlights: [],
  };
}

function groupSuggestion({ groupname, label }: Group): Suggestion {
  return {
    id: groupname,
    label: label || groupname,
    type: 'group',
    icon: 'icons/group.png',
    thumbnailUrl: '',
    url: `group/${encodeURIComponent(groupname)}`,
    highlights: [],
  };
}
