import type { OperationContext } from './operation-context.ts';
import type {
  BlobList,
  DocumentList,
  LogEntryList,
  OperationBlob,
  PropertyMap,
  RecordSet,
  Value,
  ValueMap,
  WorkingDocument,
} from './values.ts';

/** Types of parameters as the registry spells them → what an operation receives. */
export interface ParamTypes {
  string: string;
  boolean: boolean;
  int: number;
  integer: number;
  /** 64 bits: a bigint where a number would not be exact. */
  long: number | bigint;
  double: number;
  /** Epoch milliseconds. */
  date: number;
  document: WorkingDocument;
  documents: readonly WorkingDocument[];
  blob: OperationBlob;
  /** A URL. */
  resource: URL;
  properties: PropertyMap;
  stringlist: readonly string[];
  map: ValueMap;
  list: readonly Value[];
  object: Value;
  serializable: Value;
  validationmethod: string;
}

export type ParamType = keyof ParamTypes;

export const paramTypes = [
  'string',
  'boolean',
  'int',
  'integer',
  'long',
  'double',
  'date',
  'document',
  'documents',
  'blob',
  'resource',
  'properties',
  'stringlist',
  'map',
  'list',
  'object',
  'serializable',
  'validationmethod',
] as const satisfies readonly ParamType[];

interface ParamOptions {
  /** Other names under which clients send it. */
  readonly aliases?: readonly string[];
  /** Position in forms; 0, the default, means by name. */
  readonly order?: number;
  /** Suggestions, never enforced. */
  readonly values?: readonly string[];
  readonly widget?: string;
}

export interface ParamDefinition<T = unknown> extends ParamOptions {
  readonly type: ParamType;
  readonly description: string;
  readonly required: boolean;
  readonly default: T;
}

/** A required parameter. */
export function required<const K extends ParamType>(
  type: K,
  description: string,
  options: ParamOptions = {},
): ParamDefinition<ParamTypes[K]> {
  return { type, description, required: true, default: null as never, ...options };
}

/** A parameter that is null when it is not given. */
export function optional<const K extends ParamType>(
  type: K,
  description: string,
  options: ParamOptions = {},
): ParamDefinition<ParamTypes[K] | null> {
  return { type, description, required: false, default: null, ...options };
}

export function withDefault<const K extends ParamType>(
  type: K,
  value: ParamTypes[K],
  { description, ...options }: ParamOptions & { readonly description: string },
): ParamDefinition<ParamTypes[K]> {
  return { type, description, required: false, default: value, ...options };
}

export type ParamDefinitions = Readonly<Record<string, ParamDefinition>>;

/** What `run` receives for the declared parameters. */
export type ParamValues<P extends ParamDefinitions> = {
  readonly [Name in keyof P]: P[Name] extends ParamDefinition<infer T> ? T : never;
};

/** Kinds of input → what `run` receives. */
interface InputTypes {
  void: null;
  document: WorkingDocument;
  documents: readonly WorkingDocument[];
  blob: OperationBlob;
  bloblist: readonly OperationBlob[];
  string: string;
  list: readonly Value[];
  /** The entity of a user, as it was sent. */
  nuxeoprincipal: ValueMap;
}

export type InputKind = keyof InputTypes;

/** Kinds of output → what `run` returns; null and undefined mean no output. */
interface OutputTypes {
  void: undefined;
  document: WorkingDocument | null | undefined;
  documents: readonly WorkingDocument[] | DocumentList;
  blob: OperationBlob | null | undefined;
  bloblist: readonly OperationBlob[] | BlobList | null | undefined;
  string: string | null;
  boolean: boolean | null;
  map: ValueMap;
  recordset: RecordSet;
  paginable: LogEntryList;
  /** The status of a bulk command, as JSON. */
  bulkstatus: OperationBlob;
  list: readonly Value[] | null;
  /** How far an import from CSV is, and what it has done, as JSON. */
  csvimportstatus: OperationBlob | null;
  csvimportresult: OperationBlob | null;
}

type OutputKind = keyof OutputTypes;

export interface MethodOf<I extends InputKind, O extends OutputKind, P> {
  readonly input: I;
  readonly output: O;
  /** For a list, runs once for each element; the results are a list. */
  readonly loops?: boolean;
  run(context: OperationContext, input: InputTypes[I], params: P): Promise<OutputTypes[O]>;
}

/** One method of an operation: a kind of input with its implementation. */
export type Method<P> = {
  [I in InputKind]: { [O in OutputKind]: MethodOf<I, O, P> }[OutputKind];
}[InputKind];

interface OperationDefinition<P extends ParamDefinitions = ParamDefinitions> {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly label: string;
  readonly category: string;
  readonly description: string;
  /** The context it requires, such as `Workflow`. */
  readonly requires?: string;
  readonly since?: string;
  /** Who may call it from outside unless the configuration says otherwise; all users by default. */
  readonly access?: 'administrator';
  /**
   * All that it does is part of its transaction, and soon done: a call may be done again because another
   * unit of the same commit has failed. See `docs/decisions/0022-batches-without-savepoints.md`.
   */
  readonly isRepeatable?: true;
  /** It changes nothing, whatever its parameters are: any process of a server may run it. */
  readonly readsOnly?: true;
  /** In the order of the registry. */
  readonly params: P;
  /** In the order of the registry; of several that match equally well the first one runs. */
  readonly methods: readonly Method<ParamValues<P>>[];
}

/** An operation with the types of its parameters erased. */
export interface Operation extends Omit<OperationDefinition, 'methods'> {
  readonly methods: readonly AnyMethod[];
}

export interface AnyMethod {
  readonly input: InputKind;
  readonly output: OutputKind;
  readonly loops?: boolean;
  run(context: OperationContext, input: never, params: never): Promise<unknown>;
}

/** Declares an operation: the registry, parameter decoding and documentation follow from it. */
export function defineOperation<const P extends ParamDefinitions>(
  definition: OperationDefinition<P>,
): Operation {
  return definition as unknown as Operation;
}
