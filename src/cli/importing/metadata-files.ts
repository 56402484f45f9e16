import { createReadStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFileError } from '../../base/file-errors.ts';
import { parseJson } from '../../base/json.ts';
import { describeJsonProblem } from '../../base/json-syntax.ts';
import { isMissing } from '../../blobs/disk-errors.ts';
import { CsvError, CsvParser, type CsvRecord } from '../../content/csv-parser.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { findXpath } from '../../model/xpath.ts';
import {
  csvFileName,
  type DescribedValue,
  type Description,
  fileBeside,
  jsonFileName,
  nameColumn,
  typeKey,
} from './description.ts';
import type { IndexedDescription } from './metadata-index.ts';

/** A file of JSON is read as a whole; larger ones are to be CSV. */
const jsonBytesMax = 16 * 1024 * 1024;
const besideBytesMax = 256 * 1024;

/** A metadata file cannot be used. The message names the place and the remedy. */
export class MetadataError extends Error {}

/**
 * What `metadata.csv` of a folder says, in parts as it is read; nothing when there is none.
 *
 * @throws MetadataError
 */
export async function* readFolderCsv(
  folder: string,
  model: ContentModel,
): AsyncGenerator<readonly IndexedDescription[]> {
  const path = join(folder, csvFileName);
  if ((await findSize(path)) === undefined) return;
  const reader = new CsvReader(path, model);
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const chunk of createReadStream(path)) {
      yield reader.read(decode(path, () => decoder.decode(chunk, { stream: true })));
    }
    yield reader.read(decode(path, () => decoder.decode()));
    yield reader.end();
  } catch (error) {
    if (error instanceof CsvError)
      throw new MetadataError(`${path}:${error.line}: ${error.message}`);
    if (error instanceof MetadataError) throw error;
    throw unreadable(path, error);
  }
}

function decode(path: string, work: () => string): string {
  try {
    return work();
  } catch {
    throw new MetadataError(`${path}: the text is not UTF-8: save the file as UTF-8`);
  }
}

class CsvReader {
  readonly #path: string;
  readonly #model: ContentModel;
  readonly #parser = new CsvParser();
  #columns: readonly string[] | undefined;

  constructor(path: string, model: ContentModel) {
    this.#path = path;
    this.#model = model;
  }

  read(text: string): IndexedDescription[] {
    return this.#describe(this.#parser.push(text));
  }

  end(): IndexedDescription[] {
    const last = this.#describe(this.#parser.end());
    if (!this.#columns) throw new MetadataError(`${this.#path}: has no line of column names`);
    return last;
  }

  #describe(records: readonly CsvRecord[]): IndexedDescription[] {
    const described: IndexedDescription[] = [];
    for (const record of records) {
      if (this.#columns) described.push(this.#row(record, this.#columns));
      else this.#columns = this.#head(record);
    }
    return described;
  }

  #head({ values, line }: CsvRecord): readonly string[] {
    const columns = values.map((value) => value.trim());
    const at = `${this.#path}:${line}`;
    if (!columns.includes(nameColumn)) {
      throw new MetadataError(
        `${at}: there is no column "${nameColumn}": the first line names the columns, separated by commas`,
      );
    }
    const repeated = columns.find((column, index) => columns.indexOf(column) !== index);
    if (repeated !== undefined) {
      throw new MetadataError(`${at}, column ${repeated}: is there twice: remove one of them`);
    }
    for (const column of columns) {
      if (column === nameColumn || column === typeKey) continue;
      if (!isKnownXpath(this.#model, column)) {
        throw new MetadataError(`${at}, column ${column || '(empty)'}: ${unknownProperty}`);
      }
    }
    return columns;
  }

  #row({ values, line }: CsvRecord, columns: readonly string[]): IndexedDescription {
    const place = `${this.#path}:${line}`;
    const name = values[columns.indexOf(nameColumn)] ?? '';
    const given: DescribedValue[] = [];
    let type: Description['type'] = null;
    for (const [index, xpath] of columns.entries()) {
      const value = values[index] ?? '';
      if (value === '' || xpath === nameColumn) continue;
      if (xpath === typeKey) type = { name: value.trim(), place: `${place}, column ${typeKey}` };
      else given.push({ xpath, value, place });
    }
    const problem =
      values.length === columns.length
        ? null
        : `${place}: has ${values.length} values for ${columns.length} columns: correct the commas and quotes`;
    return { name, place, description: { type, values: given, problem } };
  }
}

export const unknownProperty = 'no document type has such a property: correct the name';

/** Whether documents of any type have the property. */
export function isKnownXpath(model: ContentModel, xpath: string): boolean {
  const [first = ''] = xpath.split('/', 1);
  // Most names are not known to any type or known to the first that has the schema.
  return model.definition.types.some(
    ({ name }) => findXpath(model.shapeOf(name), first) && findXpath(model.shapeOf(name), xpath),
  );
}

/** What `metadata.json` of a folder says: an object by file name. @throws MetadataError */
export async function readFolderJson(folder: string): Promise<readonly IndexedDescription[]> {
  const path = join(folder, jsonFileName);
  const text = await readSmallFile(path, jsonBytesMax, `use ${csvFileName} instead`);
  if (text === undefined) return [];
  return Object.entries(parseObject(path, text)).map(([name, json]) => {
    const place = `${path}, entry "${name}"`;
    return { name, place, description: describe(place, json) };
  });
}

/** What the file `….metadata.json` beside a file or folder says; null when there is none. */
export async function readFileBeside(source: string): Promise<Description | null> {
  const path = fileBeside(source);
  try {
    const text = await readSmallFile(path, besideBytesMax, 'shorten it');
    return text === undefined ? null : describe(path, parseObject(path, text));
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error;
    return { type: null, values: [], problem: error.message };
  }
}

function describe(place: string, json: unknown): Description {
  if (!isObject(json)) {
    const problem = `${place}: expected an object of properties, such as {"dc:title": "Plan"}`;
    return { type: null, values: [], problem };
  }
  const { [typeKey]: type = null, ...values } = json;
  if (type !== null && typeof type !== 'string') {
    return { type: null, values: [], problem: `${place}: "${typeKey}" must be a text` };
  }
  return {
    type: type === null ? null : { name: type, place: `${place}, ${typeKey}` },
    values: Object.entries(values).map(([xpath, value]) => ({ xpath, value, place })),
    problem: null,
  };
}

function parseObject(path: string, text: string): Readonly<Record<string, unknown>> {
  const json = text.replace(/^\uFEFF/, '');
  let parsed: unknown;
  try {
    parsed = parseJson(json);
  } catch {
    throw new MetadataError(`${path}: it is not JSON: ${describeJsonProblem(json)}`);
  }
  if (isObject(parsed)) return parsed;
  throw new MetadataError(`${path}: expected a JSON object`);
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

async function readSmallFile(
  path: string,
  bytesMax: number,
  remedy: string,
): Promise<string | undefined> {
  const size = await findSize(path);
  if (size === undefined) return undefined;
  if (size > bytesMax) {
    throw new MetadataError(`${path}: has ${size} bytes, more than ${bytesMax}: ${remedy}`);
  }
  const bytes = await readFile(path).catch((error) => {
    throw unreadable(path, error);
  });
  return decode(path, () => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** In bytes; undefined when there is no such file. Symbolic links are not followed. */
async function findSize(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): MetadataError {
  return new MetadataError(`${path}: ${describeFileError(error)}`, { cause: error });
}
