import { AppError } from '../../base/errors/app-error.ts';
import type { ContentModel, Field } from '../../model/content-model.ts';
import type { ParameterValue } from '../query/bind-parameters.ts';
import { parseTimestamp } from '../query/instants.ts';
import type { PageProvider } from './definition.ts';

/** The value of a name in a request: text, or a list of texts. */
export type GivenValue = string | readonly string[];

/** `schema:field` → value; fields without one are absent. */
export type SearchValues = ReadonlyMap<string, ParameterValue>;

/** The fields that a provider's search document has, by `schema:field`. */
export function searchFields(
  model: ContentModel,
  searchDocumentType: string | null,
): ReadonlyMap<string, { readonly field: Field; readonly prefix: string }> {
  const type = searchDocumentType === null ? undefined : model.findType(searchDocumentType);
  const schemas = (type?.schemas ?? []).flatMap((name) => model.findSchema(name) ?? []);
  return new Map(
    schemas.flatMap(({ name, prefix, fields }) =>
      fields.map((field) => [`${name}:${field.name}`, { field, prefix }]),
    ),
  );
}

/**
 * The values of the fields that the provider uses: given ones by name, with or without the prefix,
 * and the defaults of the others.
 *
 * @throws AppError request.invalid for a value that is invalid for the field's type
 */
export function readSearchDocument(
  model: ContentModel,
  provider: PageProvider,
  given: ReadonlyMap<string, GivenValue>,
): SearchValues {
  const fields = searchFields(model, provider.searchDocumentType);
  const wanted = [
    ...provider.predicates.flatMap((predicate) => predicate.fields),
    ...provider.aggregates.flatMap(({ selection }) => selection ?? []),
  ];
  const values = new Map<string, ParameterValue>();
  for (const key of wanted) {
    const known = fields.get(key);
    if (!known) continue;
    const { field, prefix } = known;
    const value = given.get(field.name) ?? given.get(`${prefix}:${field.name}`) ?? given.get(key);
    const read = value === undefined ? field.default : readField(field, value);
    if (read !== undefined) values.set(key, read);
  }
  return values;
}

/** Undefined for an empty value. */
export function readField(field: Field, given: GivenValue): ParameterValue | undefined {
  if (field.type === 'array') {
    const items = listOf(given).filter((item) => item !== '');
    return items.length === 0 ? undefined : items;
  }
  const text = typeof given === 'string' ? given : given.join(',');
  if (text.trim() === '') return undefined;
  const value = readScalar(field.type, text.trim());
  if (value !== undefined) return field.type === 'string' ? text : value;
  throw new AppError('request.invalid', `${field.name}: ${text} is not ${expected[field.type]}`);
}

/** A JSON array, or else the text is the one item. */
function listOf(given: GivenValue): readonly string[] {
  if (typeof given !== 'string') return given;
  if (!given.trim().startsWith('[')) return [given];
  try {
    const json: unknown = JSON.parse(given);
    return Array.isArray(json) ? json.map(String) : [given];
  } catch {
    return [given];
  }
}

const expected: Readonly<Partial<Record<Field['type'], string>>> = {
  boolean: 'true or false',
  date: 'a date such as 2026-05-01 or 2026-05-01T10:00:00Z',
  double: 'a number',
  long: 'a whole number',
};

function readScalar(type: Field['type'], text: string): ParameterValue | undefined {
  switch (type) {
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'long':
      return /^[+-]?\d{1,18}$/.test(text) ? BigInt(text) : undefined;
    case 'double':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'date': {
      const epochMs = parseTimestamp(text);
      return epochMs === undefined ? undefined : new Date(epochMs);
    }
    default:
      return text;
  }
}
