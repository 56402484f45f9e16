import { AppError } from '../base/errors/app-error.ts';
import { parseTimestamp } from '../entities/timestamp.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import type { ParamType, ParamTypes } from './define.ts';
import { parsePropertiesText, parseStringList } from './text-lists.ts';
import {
  BlobList,
  DocumentList,
  Instant,
  isDocument,
  isList,
  OperationBlob,
  type PropertyMap,
  toJson,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type ValueMap,
  type WorkingDocument,
} from './values.ts';

/** How named documents and blobs are fetched, with the caller's rights. */
export interface ValueLoader {
  /** Parses a reference: relative paths start at the input. */
  referenceTo(text: string): Promise<DocumentReference>;
  load(reference: DocumentReference): Promise<WorkingDocument>;
  loadAll(references: readonly DocumentReference[]): Promise<readonly WorkingDocument[]>;
  /** A document given as an entity: the stored one with the entity's properties. */
  loadEntity(entity: ValueMap): Promise<WorkingDocument>;
  loadBlob(json: ValueMap): Promise<OperationBlob>;
}

/** Why a value is invalid; the caller adds the parameter. */
export class TypeMismatch {
  readonly expected: string;
  constructor(expected: string) {
    this.expected = expected;
  }
}

type Decoded<T> = T | null | TypeMismatch | Promise<T | null | TypeMismatch>;

type Decoder<T> = (value: Exclude<Value, null>, loader: ValueLoader) => Decoded<T>;

const decoders: { readonly [K in ParamType]: Decoder<ParamTypes[K]> } = {
  string: decodeString,
  boolean: decodeBoolean,
  int: decodeInteger,
  integer: decodeInteger,
  long: decodeLong,
  double: decodeDouble,
  date: decodeDate,
  document: decodeDocument,
  documents: decodeDocuments,
  blob: decodeBlob,
  resource: decodeUrl,
  properties: decodeProperties,
  stringlist: decodeStringList,
  map: (value) => (value instanceof Map ? value : new TypeMismatch('a JSON object')),
  list: decodeList,
  object: (value) => value,
  serializable: (value) => value,
  validationmethod: decodeString,
};

/** The value converted to the type, null where it is empty. */
export function decodeValue(
  type: ParamType,
  value: Exclude<Value, null>,
  loader: ValueLoader,
): unknown {
  return decoders[type](value, loader);
}

function decodeString(value: Value): string | TypeMismatch {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value);
  }
  if (value instanceof Instant) return new Date(value.epochMs).toISOString();
  return new TypeMismatch('a text');
}

function decodeBoolean(value: Value): boolean | TypeMismatch {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.trim().toLowerCase() === 'true';
  return new TypeMismatch('true or false');
}

const integerText = /^[+-]?\d{1,19}$/;

function decodeInteger(value: Value): number | TypeMismatch {
  const isText = typeof value === 'string' && integerText.test(value.trim());
  const number = isText || typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : new TypeMismatch('a whole number');
}

const longText = /^[+-]?\d{1,25}$/;

function decodeLong(value: Value): number | bigint | TypeMismatch {
  const text = typeof value === 'string' && longText.test(value.trim()) ? value.trim() : undefined;
  const integer = text === undefined ? value : BigInt(text.replace(/^\+/, ''));
  if (typeof integer !== 'bigint') return decodeInteger(value);
  if (BigInt.asIntN(64, integer) !== integer) return new TypeMismatch('a whole number of 64 bits');
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}

const decimalText = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

function decodeDouble(value: Value): number | TypeMismatch {
  const isText = typeof value === 'string' && decimalText.test(value.trim());
  const number = isText || typeof value === 'bigint' ? Number(value) : value;
  return Number.isFinite(number) ? (number as number) : new TypeMismatch('a number');
}

function decodeDate(value: Value): number | null | TypeMismatch {
  if (value instanceof Instant) return value.epochMs;
  const text = value instanceof Map ? value.get('value') : value;
  if (text === '') return null;
  const parsed = typeof text === 'string' ? parseTimestamp(text) : undefined;
  return parsed ?? new TypeMismatch('a W3C date such as 2024-02-03T10:20:30.400Z');
}

const documentForms = 'an id, an absolute path or a document entity';

export function decodeDocument(
  value: Value,
  loader: ValueLoader,
): WorkingDocument | TypeMismatch | Promise<WorkingDocument> {
  if (isDocument(value)) return value;
  if (value instanceof UnloadedDocument) return loader.load(value.reference);
  if (value instanceof Map) return loader.loadEntity(value);
  if (typeof value !== 'string' || value.trim() === '') return new TypeMismatch(documentForms);
  const text = value.trim();
  return loader.referenceTo(text).then((reference) => loader.load(reference));
}

export async function decodeDocuments(
  value: Value,
  loader: ValueLoader,
): Promise<readonly WorkingDocument[] | TypeMismatch> {
  if (value instanceof DocumentList) return value.items;
  if (value instanceof UnloadedDocuments) return loader.loadAll(value.references);
  if (isDocument(value) || value instanceof UnloadedDocument || value instanceof Map) {
    const document = await decodeDocument(value, loader);
    return document instanceof TypeMismatch ? document : [document];
  }
  const items = typeof value === 'string' ? parseStringList(value, { trims: true }) : value;
  if (!isList(items)) return new TypeMismatch(`a list of documents, each ${documentForms}`);
  return loadItems(
    items.filter((item) => item !== ''),
    loader,
  );
}

/** References are loaded together; other forms of documents one by one. */
async function loadItems(
  items: readonly Value[],
  loader: ValueLoader,
): Promise<readonly WorkingDocument[] | TypeMismatch> {
  const references: DocumentReference[] = [];
  for (const item of items) {
    if (typeof item === 'string') references.push(await loader.referenceTo(item.trim()));
    else if (item instanceof UnloadedDocument) references.push(item.reference);
  }
  const loaded = (await loader.loadAll(references)).values();
  const documents: WorkingDocument[] = [];
  for (const item of items) {
    const isReference = typeof item === 'string' || item instanceof UnloadedDocument;
    const document = isReference ? loaded.next().value : await decodeDocument(item, loader);
    if (document === undefined || document instanceof TypeMismatch) {
      return new TypeMismatch(`a list of documents, each ${documentForms}`);
    }
    documents.push(document);
  }
  return documents;
}

function decodeBlob(
  value: Value,
  loader: ValueLoader,
): OperationBlob | TypeMismatch | Promise<OperationBlob> {
  if (value instanceof OperationBlob) return value;
  if (value instanceof Map) return loader.loadBlob(value);
  return new TypeMismatch('a blob: upload a file and send {"upload-batch": …, "upload-fileId": …}');
}

function decodeUrl(value: Value): URL | TypeMismatch {
  return typeof value === 'string' && URL.canParse(value)
    ? new URL(value)
    : new TypeMismatch('an absolute URL');
}

function decodeProperties(value: Value): PropertyMap | TypeMismatch {
  if (typeof value === 'string') return parsePropertiesText(value);
  if (!(value instanceof Map)) return new TypeMismatch('lines of key=value, or a JSON object');
  return new Map([...value].map(([key, item]) => [key, toJson(item)]));
}

function decodeStringList(value: Value): readonly string[] | TypeMismatch {
  if (typeof value === 'string') return parseStringList(value, { trims: true });
  if (!isList(value)) return new TypeMismatch('a comma-separated text, or a JSON array of texts');
  const texts: string[] = [];
  for (const item of value) {
    const text = decodeString(item);
    if (text instanceof TypeMismatch) return new TypeMismatch('a list of texts');
    texts.push(text);
  }
  return texts;
}

function decodeList(value: Value): readonly Value[] | TypeMismatch {
  if (isList(value)) return value;
  if (value instanceof DocumentList || value instanceof BlobList) return value.items;
  return new TypeMismatch('a JSON array');
}

/** @throws AppError operation.parameter-invalid */
export function typeMismatch(name: string, { expected }: TypeMismatch): AppError {
  return new AppError('operation.parameter-invalid', `Parameter ${name}: expected ${expected}`);
}
