import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { QueryName, QueryNames } from '../../../api/query-names.ts';
import type { Text } from '../../../i18n/i18n.tsx';
import { literal } from '../nxql-of.ts';
import { type Expected, placeAt } from './completion-place.ts';
import { functions, systemProperties } from './system-names.ts';

export interface CompletionSource {
  readonly text: Text;
  /** Of the server; undefined until they have come. */
  readonly names: () => QueryNames | undefined;
  readonly values: (directory: string) => Promise<readonly string[]>;
}

/** What CodeMirror offers at the cursor. */
export function completionsFrom(source: CompletionSource) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = placeAt(context.state.doc.toString(), context.pos);
    const isTyped = place.from < context.pos;
    if (!isTyped && !context.explicit) return null;
    const values = await valueOptions(source, place.expected);
    const options = place.isQuoted ? values : [...values, ...optionsFor(source, place.expected)];
    return options.length > 0 ? { from: place.from, options, validFor: /^[^\s(),=<>!]*$/ } : null;
  };
}

function optionsFor({ text, names }: CompletionSource, { kind }: Expected): readonly Completion[] {
  const words = (...labels: string[]): Completion[] =>
    labels.map((label) => ({ label, type: 'keyword', detail: text('nxql.keyword'), boost: 1 }));
  const properties = (): Completion[] => [
    ...(names()?.properties ?? []).map(
      ({ name, type }): Completion => ({
        label: name,
        type: 'property',
        detail: `${text('nxql.property')}, ${type}`,
      }),
    ),
    ...systemProperties.map(
      (label): Completion => ({ label, type: 'property', detail: text('nxql.systemProperty') }),
    ),
  ];
  switch (kind) {
    case 'start':
      return words('SELECT * FROM ', 'SELECT ');
    case 'columns':
      return [...words('*', 'DISTINCT'), ...properties(), ...functionOptions(text, 'columns')];
    case 'afterColumns':
      return words('FROM', 'AS');
    case 'types':
      return (names()?.types ?? []).map((label) => ({
        label,
        type: 'type',
        detail: text('nxql.type'),
      }));
    case 'afterTypes':
      return words('WHERE', 'ORDER BY');
    case 'conditions':
      return [...words('NOT'), ...properties()];
    case 'operators':
      return words(
        ...['=', '<>', '<', '>', '<=', '>=', 'LIKE', 'ILIKE', 'IN (', 'BETWEEN'],
        ...['STARTSWITH', 'IS NULL', 'IS NOT NULL', 'NOT IN (', 'NOT LIKE'],
      );
    case 'values':
      return [...words('DATE', 'TIMESTAMP'), ...functionOptions(text, 'values')];
    case 'afterConditions':
      return words('AND', 'OR', 'ORDER BY');
    case 'sortKeys':
      return properties();
    case 'afterSortKeys':
      return words('DESC', 'ASC');
  }
}

function functionOptions(text: Text, place: 'columns' | 'values'): Completion[] {
  return functions[place].map((label) => ({
    label,
    type: 'function',
    detail: text('nxql.function'),
  }));
}

/** The values of the vocabulary of a property, or those that a system property can have. */
async function valueOptions(
  { text, names, values }: CompletionSource,
  expected: Expected,
): Promise<readonly Completion[]> {
  if (expected.kind !== 'values') return [];
  const { property } = expected;
  const bare = property.replace(/\/\*?\d*$/, '');
  const known = names();
  const found = known?.properties.find(({ name }: QueryName) => name === bare);
  const keys =
    property === 'ecm:primaryType'
      ? (known?.types ?? [])
      : found?.directory === undefined
        ? []
        : await values(found.directory);
  return keys.map((key) => ({
    label: literal(key),
    type: 'constant',
    detail: text('nxql.value', { name: property }),
  }));
}
