import { AppError } from '../base/errors/app-error.ts';
import { parseTimestamp } from '../entities/timestamp.ts';
import type { LeasedBlob } from '../repository/attachments/blob-leases.ts';
import type { DocumentReference } from '../repository/documents/documents.ts';
import { parseReference } from './reference-text.ts';
import { parseStringList } from './text-lists.ts';
import {
  BlobList,
  fromJson,
  Instant,
  isList,
  OperationBlob,
  UnloadedDocument,
  UnloadedDocuments,
  type Value,
  type ValueMap,
} from './values.ts';

/** A JSON request for an operation, read but not yet resolved. */
export interface OperationRequest {
  readonly input: Value;
  readonly params: ReadonlyMap<string, unknown>;
  readonly variables: ValueMap;
  /** Schemas requested in the body, the old form. */
  readonly documentProperties: string | null;
}

/** The name is reserved. */
export const reservedVariable = 'ChainParameters';

const noVariables: ValueMap = new Map();

/** @throws AppError request.invalid naming the member */
export function readOperationRequest(json: unknown): OperationRequest {
  if (!isObject(json)) throw new AppError('request.invalid', 'Send a JSON object');
  const { documentProperties } = json;
  return {
    input: readInput(json.input),
    params: new Map(Object.entries(readObject(json, 'params'))),
    variables:
      json.context === undefined ? noVariables : readVariables(readObject(json, 'context')),
    documentProperties: typeof documentProperties === 'string' ? documentProperties : null,
  };
}

/** Blobs sent with the request replace its input. */
export function inputOf({ input }: OperationRequest, leases: readonly LeasedBlob[]): Value {
  const [first, ...others] = leases.map(({ blob }) => OperationBlob.stored(blob));
  if (!first) return input;
  return others.length === 0 ? first : new BlobList([first, ...others]);
}

function readObject(
  json: Readonly<Record<string, unknown>>,
  member: 'params' | 'context',
): Readonly<Record<string, unknown>> {
  const value = json[member] ?? {};
  if (isObject(value)) return value;
  throw new AppError('request.invalid', `${member}: send a JSON object, or leave it out`);
}

function readVariables(json: Readonly<Record<string, unknown>>): ValueMap {
  if (Object.hasOwn(json, reservedVariable)) {
    throw new AppError('request.invalid', `context: the name ${reservedVariable} is reserved`);
  }
  return new Map(Object.entries(json).map(([name, value]) => [name, fromJson(value)]));
}

/** Texts with a known prefix name documents; others stay texts until an operation loads them. */
function readInput(json: unknown): Value {
  if (typeof json === 'string') return readInputText(json);
  if (Array.isArray(json)) return json.map(readInput);
  const value = fromJson(json);
  return value instanceof Map ? readEntity(value) : value;
}

function readInputText(text: string): Value {
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1).trim();
  switch (text.slice(0, Math.max(colon, 0))) {
    case 'doc':
      return new UnloadedDocument(readReference(rest));
    case 'docs': {
      const items = parseStringList(rest, { trims: true }).filter((item) => item !== '');
      return new UnloadedDocuments(items.map(readReference));
    }
    case 'blob':
    case 'blobs':
      throw new AppError(
        'blob.reference-invalid',
        'input: stored content cannot be named by its key; send the blobs as parts of the request',
      );
    default:
      return text;
  }
}

function readReference(text: string): DocumentReference {
  if (text !== '') return parseReference(text, null);
  throw new AppError('request.invalid', 'input: doc: needs an id or an absolute path');
}

const plainEntities = new Set(['string', 'boolean', 'number', 'list', 'map', 'orderedMap']);

function readEntity(entity: Map<string, Value>): Value {
  const type = entity.get('entity-type');
  if (typeof type !== 'string') return entity;
  const value = entity.get('value') ?? null;
  if (plainEntities.has(type)) return isList(value) ? value.map(asInput) : value;
  switch (type) {
    case 'document':
    case 'user':
      return entity;
    case 'date': {
      const epochMs = typeof value === 'string' ? parseTimestamp(value) : undefined;
      if (epochMs !== undefined) return new Instant(epochMs);
      throw new AppError('request.invalid', 'input: the value of the date is no W3C date');
    }
    case 'documents': {
      const entries = entity.get('entries') ?? null;
      return isList(entries) ? entries : [];
    }
    default:
      throw new AppError('request.invalid', `input: the entity-type ${type} cannot be an input`);
  }
}

function asInput(value: Value): Value {
  return typeof value === 'string' ? readInputText(value) : value;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
