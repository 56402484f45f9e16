import type { DocumentShape, Field } from '../model/content-model.ts';
import { changeTokenOf, type Document } from '../model/document.ts';
import { getAtXpath } from '../model/property-access.ts';
import type { PropertyValue } from '../model/value.ts';
import { versionLabel } from '../model/version-numbers.ts';
import { findXpath } from '../model/xpath.ts';
import { csvCellOf } from './csv-value.ts';
import { titleOf } from './document-entity.ts';
import { writeTimestamp } from './timestamp.ts';

/** The label of an entry in the language of the export; undefined when there is no such entry. */
export type LabelFinder = (directory: string, value: string) => string | undefined;

/** A property, or the labels of the entries that it refers to. */
interface PropertyColumn {
  readonly name: string;
  readonly xpath: string;
  /** Whose labels are shown; null for the value itself. */
  readonly directory: string | null;
}

export interface CsvColumns {
  readonly properties: readonly PropertyColumn[];
}

type SystemColumn = readonly [name: string, write: (document: Document) => string];

const instantOf = (ms: PropertyValue | undefined): string =>
  typeof ms === 'number' ? writeTimestamp(ms) : '';

/** Retention is not part of this server yet: nothing can be a record. */
const systemColumns: readonly SystemColumn[] = [
  ['uid', ({ id }) => id],
  ['path', ({ path }) => path ?? ''],
  ['type', ({ type }) => type],
  ['state', ({ state }) => state],
  ['parentRef', ({ parentId }) => parentId ?? ''],
  ['isCheckedOut', ({ isCheckedOut }) => String(isCheckedOut)],
  ['isVersion', ({ isVersion }) => String(isVersion)],
  ['isProxy', ({ proxyTarget }) => String(proxyTarget !== null)],
  ['proxyTargetId', ({ proxyTarget }) => proxyTarget?.id ?? ''],
  [
    'versionableId',
    ({ proxyTarget, isVersion, seriesId }) => (proxyTarget || isVersion ? seriesId : ''),
  ],
  ['changeToken', changeTokenOf],
  ['isTrashed', ({ isTrashed }) => String(isTrashed)],
  ['title', titleOf],
  ['versionLabel', versionLabel],
  ['lockOwner', ({ lock }) => lock?.owner ?? ''],
  ['lockCreated', ({ lock }) => (lock ? writeTimestamp(lock.createdMs) : '')],
  ['lastModified', ({ properties }) => instantOf(properties['dc:modified'])],
  ['isRecord', () => 'false'],
  ['retainUntil', () => ''],
  ['hasLegalHold', () => 'false'],
  ['isUnderRetentionOrLegalHold', () => 'false'],
];

interface CsvSelection {
  readonly schemas: readonly string[];
  readonly xpaths: readonly string[];
}

/**
 * The columns for schemas of the shape, in alphabetical order like their fields, and then for xpaths. A
 * field that refers to a directory has a second one for the labels. What the shape does not have has none.
 */
export function csvColumnsOf(shape: DocumentShape, { schemas, xpaths }: CsvSelection): CsvColumns {
  const ofSchemas = sorted(schemas).flatMap((name) => columnsOfSchema(shape, name));
  const ofXpaths = sorted(xpaths).flatMap((xpath) => {
    const found = findXpath(shape, xpath);
    return found ? columnsOf(xpath, found.field) : [];
  });
  return { properties: [...ofSchemas, ...ofXpaths] };
}

function columnsOfSchema({ schemas }: DocumentShape, name: string): readonly PropertyColumn[] {
  const schema = schemas.find((each) => each.name === name);
  if (!schema) return [];
  const byKey = new Map(schema.fields.map((field) => [`${schema.prefix}:${field.name}`, field]));
  return sorted([...byKey.keys()]).flatMap((key) => {
    const field = byKey.get(key);
    return field ? columnsOf(key, field) : [];
  });
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

function columnsOf(xpath: string, field: AnyField): readonly PropertyColumn[] {
  const value = { name: xpath, xpath, directory: null };
  const reference = field.reference ?? field.item?.reference;
  const directory = reference?.resolver === 'directoryResolver' ? reference.directory : undefined;
  return directory === undefined ? [value] : [value, { name: `${xpath}[label]`, xpath, directory }];
}

type AnyField = Omit<Field, 'name'>;

/** The names of the columns. */
export function csvHeader({ properties }: CsvColumns): readonly string[] {
  const system = systemColumns.map(([name]) => name);
  return ['repository', ...system, ...properties.map(({ name }) => name)];
}

interface CsvContext {
  readonly repository: string;
  readonly labelOf: LabelFinder;
}

/** The cells of a document in the order of the columns. What its type does not have is empty. */
export function csvCells(
  document: Document,
  { properties }: CsvColumns,
  { repository, labelOf }: CsvContext,
): readonly string[] {
  const system = systemColumns.map(([, write]) => write(document));
  const own = properties.map(({ xpath, directory }) => {
    const found = findXpath(document.shape, xpath);
    if (!found) return '';
    const value = getAtXpath(document.properties, found);
    if (directory === null) return csvCellOf(value, found.field);
    return csvCellOf(
      labelsOf(value, (text) => labelOf(directory, text) ?? ''),
      found.field,
    );
  });
  return [repository, ...system, ...own];
}

function labelsOf(
  value: PropertyValue | undefined,
  labelOf: (value: string) => string,
): PropertyValue | undefined {
  if (Array.isArray(value)) return value.map((item) => labelsOf(item, labelOf) ?? null);
  return typeof value === 'string' && value !== '' ? labelOf(value) : value;
}

/** The values of a document whose labels are shown: name of the directory → values. */
export function csvReferences(
  { shape, properties }: Document,
  columns: CsvColumns,
): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { xpath, directory } of columns.properties) {
    const found = directory === null ? undefined : findXpath(shape, xpath);
    if (!found || directory === null) continue;
    const value = getAtXpath(properties, found);
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (item): item is string => typeof item === 'string' && item !== '',
    );
    values.set(directory, [...(values.get(directory) ?? []), ...texts]);
  }
  return values;
}
