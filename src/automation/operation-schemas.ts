import { bulkStatusSchema } from '../entities/bulk-status-entity.ts';
import { csvImportResultSchema, csvImportStatusSchema } from '../entities/csv-import-entity.ts';
import { documentSchema } from '../entities/document-entity.ts';
import { documentsSchema, recordSetSchema } from '../entities/documents-entity.ts';
import { type JsonSchema, schemaOf } from '../entities/json-schema.ts';
import { logEntriesSchema } from '../entities/log-entry-entity.ts';
import { valueSchemas } from '../entities/value-entity.ts';
import type { InputKind, ParamType } from './define.ts';
import type { ValueKind } from './values.ts';

const wholeNumber = schemaOf({ type: ['integer', 'string'] });
const textOrList = schemaOf({ type: ['string', 'array'] });
const plainText = schemaOf({ type: ['string', 'number', 'boolean'] });
const anyObject = schemaOf({ type: ['object', 'string'] });

const uploadedFile = '{"upload-batch": …, "upload-fileId": …}';

/** What the decoder of a type takes. All of them take texts, as every value may be an expression. */
export const paramSchemas: Readonly<Record<ParamType, JsonSchema>> = {
  string: plainText,
  boolean: schemaOf({ type: ['boolean', 'string'] }),
  int: wholeNumber,
  integer: wholeNumber,
  long: wholeNumber,
  double: schemaOf({ type: ['number', 'string'] }),
  date: schemaOf({ type: 'string', description: 'A W3C date.' }),
  document: schemaOf({
    type: ['string', 'object'],
    description: 'An id, an absolute path or a document entity.',
  }),
  documents: schemaOf({
    type: ['string', 'array', 'object'],
    description: 'Ids and paths, separated by commas or in an array.',
  }),
  blob: schemaOf({
    type: ['object', 'string'],
    description: `An uploaded file: ${uploadedFile}.`,
  }),
  resource: schemaOf({ type: 'string', description: 'An absolute URL.' }),
  properties: schemaOf({
    type: ['object', 'string'],
    description: 'A JSON object, or lines of key=value.',
  }),
  stringlist: textOrList,
  map: anyObject,
  list: textOrList,
  object: schemaOf({}),
  serializable: schemaOf({}),
  validationmethod: plainText,
};

/** What an input is in a JSON request. */
export const inputSchemas: Readonly<Record<Exclude<InputKind, 'void'>, JsonSchema>> = {
  document: schemaOf({ type: ['string', 'object'], description: 'doc: and an id or a path.' }),
  documents: schemaOf({
    type: ['string', 'array', 'object'],
    description: 'docs: and ids or paths, separated by commas.',
  }),
  blob: schemaOf({ type: 'object', description: `An uploaded file: ${uploadedFile}.` }),
  bloblist: schemaOf({
    type: ['array', 'object'],
    description: `Uploaded files, each ${uploadedFile}.`,
  }),
  string: schemaOf({ type: ['string', 'object'] }),
  list: schemaOf({ type: ['array', 'object'] }),
  nuxeoprincipal: schemaOf({ type: 'object', description: 'The entity of a user.' }),
};

/** The JSON of an output; blobs are returned as they are. */
export const outputSchemas: Readonly<
  Record<
    | Exclude<ValueKind, 'void' | 'blob' | 'bloblist'>
    | 'bulkstatus'
    | 'csvimportstatus'
    | 'csvimportresult',
    JsonSchema
  >
> = {
  ...valueSchemas,
  document: documentSchema,
  documents: documentsSchema,
  recordset: recordSetSchema,
  paginable: logEntriesSchema,
  bulkstatus: bulkStatusSchema,
  csvimportstatus: csvImportStatusSchema,
  csvimportresult: csvImportResultSchema,
};
