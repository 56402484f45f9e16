import type { Doc } from '../api/types.ts';
import { personName } from '../documents/person-name.ts';
import type { Formats } from '../i18n/formats.ts';
import type { MessageId } from '../i18n/i18n.tsx';

export interface Column {
  /** In the address. */
  readonly id: string;
  readonly label: MessageId;
  /** The property that the server sorts by. */
  readonly sortBy: string;
  /** In the size of the font of the page. */
  readonly width: number;
  readonly isNumber?: boolean;
  text(document: Doc, formats: Formats): string;
  /** Longer, shown under the pointer. */
  hint?(document: Doc, formats: Formats): string | undefined;
}

/** The first column, which is always there. */
export const titleColumn = {
  id: 'title',
  label: 'browse.column.title',
  sortBy: 'dc:title',
} as const;

/** What users may add beside the title, in this order. */
export const columns: readonly Column[] = [
  {
    id: 'modified',
    label: 'browse.column.modified',
    sortBy: 'dc:modified',
    width: 9,
    text: (document, formats) => whenText(document.properties['dc:modified'], formats),
    hint: (document, formats) => instantText(document.properties['dc:modified'], formats),
  },
  {
    id: 'contributor',
    label: 'browse.column.contributor',
    sortBy: 'dc:lastContributor',
    width: 10,
    text: (document) => personName(document.properties['dc:lastContributor']) ?? '',
  },
  {
    id: 'size',
    label: 'browse.column.size',
    sortBy: 'file:content/length',
    width: 6.5,
    isNumber: true,
    text: (document, formats) => {
      const bytes = fileLength(document);
      return bytes === undefined ? '' : formats.size(bytes);
    },
  },
  {
    id: 'type',
    label: 'browse.column.type',
    sortBy: 'ecm:primaryType',
    width: 8,
    text: ({ type }) => type,
  },
  {
    id: 'created',
    label: 'browse.column.created',
    sortBy: 'dc:created',
    width: 9,
    text: (document, formats) => whenText(document.properties['dc:created'], formats),
    hint: (document, formats) => instantText(document.properties['dc:created'], formats),
  },
  {
    id: 'creator',
    label: 'browse.column.creator',
    sortBy: 'dc:creator',
    width: 10,
    text: (document) => personName(document.properties['dc:creator']) ?? '',
  },
  {
    id: 'version',
    label: 'browse.column.version',
    sortBy: 'ecm:versionLabel',
    width: 6,
    text: ({ versionLabel }) => versionLabel ?? '',
  },
  {
    id: 'state',
    label: 'browse.column.state',
    sortBy: 'ecm:currentLifeCycleState',
    width: 8,
    text: ({ state }) => state ?? '',
  },
];

/** Shown where the address names none. */
export const defaultColumns: readonly string[] = ['modified', 'contributor', 'size'];

export const sortableIds: readonly string[] = [titleColumn.id, ...columns.map(({ id }) => id)];

export function sortPropertyOf(id: string): string {
  return columns.find((each) => each.id === id)?.sortBy ?? titleColumn.sortBy;
}

const titleWidth = 14;
const checkWidth = 2.5;

/** Those of the wanted columns that have place beside the title, the first ones first. */
export function fittingColumns(wanted: readonly string[], width: number): readonly Column[] {
  let left = width - titleWidth - checkWidth;
  const shown: Column[] = [];
  for (const column of columns.filter(({ id }) => wanted.includes(id))) {
    left -= column.width;
    if (left < 0) break;
    shown.push(column);
  }
  return shown;
}

function whenText(value: unknown, formats: Formats): string {
  return typeof value === 'string' ? formats.relative(value) : '';
}

function instantText(value: unknown, formats: Formats): string | undefined {
  return typeof value === 'string' ? formats.dateTime(value) : undefined;
}

/** Undefined for documents without a file. */
export function fileLength({ properties }: Doc): number | undefined {
  const file = properties['file:content'];
  if (typeof file !== 'object' || file === null || !('length' in file)) return undefined;
  const length = Number(file.length);
  return file.length === null || Number.isNaN(length) ? undefined : length;
}
