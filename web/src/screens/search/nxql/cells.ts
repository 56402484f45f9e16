import type { Doc } from '../../../api/types.ts';

/** A table of values, whose first cells may lead to documents. */
export interface TableContent {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

interface TableRow {
  readonly key: string;
  readonly cells: readonly unknown[];
  /** What the first cell leads to. */
  readonly document?: Doc;
}

export function documentCells(
  documents: readonly Doc[],
  columns: readonly string[],
  /** Of the title, the type and the path, which are always shown. */
  labels: readonly string[],
): TableContent {
  return {
    columns: [...labels, ...columns],
    rows: documents.map((document) => ({
      key: document.uid,
      document,
      cells: [
        document.title,
        document.type,
        document.path,
        ...columns.map((name) => valueAt(document.properties, name)),
      ],
    })),
  };
}

/** The value of `files:files/*1/file/name` is a list of what the parts have. */
export function valueAt(properties: Readonly<Record<string, unknown>>, name: string): unknown {
  const [first = '', ...steps] = name.split('/');
  return steps.reduce<unknown>(stepInto, properties[first] ?? properties[bare(first)]);
}

/** Properties of schemas without a prefix have their bare names in documents. */
function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function stepInto(value: unknown, step: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  if (step.startsWith('*')) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => stepInto(each, step));
  return (value as Readonly<Record<string, unknown>>)[step];
}

export function cellsOfRows(rows: readonly Readonly<Record<string, unknown>>[]): TableContent {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    columns,
    rows: rows.map((row, at) => ({
      key: String(at),
      cells: columns.map((name) => row[name]),
    })),
  };
}
