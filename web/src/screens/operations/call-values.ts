import type { Operation, OperationCall, Param } from '../../api/operations.ts';

/** What the form holds: texts as they were typed. */
export interface FormValues {
  readonly inputKind: string;
  readonly input: string;
  readonly files: readonly File[];
  readonly params: Readonly<Record<string, string>>;
}

/** The kinds of input that an operation takes, in the order of its signature. */
export function inputKindsOf({ signature }: Operation): readonly string[] {
  return [...new Set(signature.filter((_kind, index) => index % 2 === 0))];
}

export function takesFiles(kind: string): boolean {
  return kind === 'blob' || kind === 'bloblist';
}

/** Values of which several lines make sense: JSON, or lines of key=value. */
const structured = new Set(['properties', 'map', 'object', 'list', 'serializable', 'documents']);

export function isStructured({ type, widget }: Param): boolean {
  return structured.has(type) || widget === 'TextArea';
}

/** The names of fields that are required and empty, or whose JSON cannot be read. */
export function problemsOf(operation: Operation, values: FormValues): ReadonlyMap<string, Problem> {
  const problems = new Map<string, Problem>();
  for (const param of operation.params) {
    const text = values.params[param.name] ?? '';
    if (text.trim() === '' && param.required) problems.set(param.name, 'required');
    if (isStructured(param) && looksLikeJson(text) && parsed(text) === undefined) {
      problems.set(param.name, 'json');
    }
  }
  return problems;
}

export type Problem = 'required' | 'json';

export function callOf(operation: Operation, values: FormValues): OperationCall {
  const given = operation.params.flatMap((param) => {
    const text = values.params[param.name] ?? '';
    return text === '' ? [] : [[param.name, isStructured(param) ? structuredOf(text) : text]];
  });
  const files = takesFiles(values.inputKind) ? values.files : [];
  const input = inputOf(values);
  return {
    operation: operation.id,
    ...(input !== undefined && { input }),
    files,
    params: Object.fromEntries(given),
  };
}

function inputOf({ inputKind, input }: FormValues): unknown {
  const text = input.trim();
  if (inputKind === 'void' || takesFiles(inputKind) || text === '') return undefined;
  if (inputKind === 'document') return `doc:${text}`;
  if (inputKind === 'documents') return `docs:${text.split(/[\s,]+/).join(',')}`;
  return structuredOf(input);
}

function structuredOf(text: string): unknown {
  return looksLikeJson(text) ? (parsed(text) ?? text) : text;
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
