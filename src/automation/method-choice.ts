import { AppError } from '../base/errors/app-error.ts';
import type { AnyMethod, InputKind, Operation } from './define.ts';
import { kindOf, type Value, type ValueKind } from './values.ts';

interface ChosenMethod {
  readonly method: AnyMethod;
  /** Runs once for each element of the input. */
  readonly isLooped: boolean;
}

const exact = 4;
const adapted = 2;
const ignored = 1;

/** Kinds of value that can be converted to a kind of input. */
const adaptedKinds: Readonly<Record<InputKind, readonly ValueKind[]>> = {
  void: [],
  document: ['string'],
  documents: ['document', 'string', 'list'],
  blob: [],
  bloblist: ['list'],
  string: ['number', 'boolean'],
  list: ['documents', 'bloblist'],
  nuxeoprincipal: ['map'],
};

/** For lists of these kinds a method for one element runs for each element. */
const elementKinds: Partial<Record<ValueKind, readonly InputKind[]>> = {
  documents: ['document'],
  bloblist: ['blob'],
  list: ['document', 'blob'],
};

/**
 * The best matching method: its own kind before one to which it can be converted, before none;
 * among equals the first. A method without input accepts any.
 *
 * @throws AppError operation.input-mismatch
 */
export function chooseMethod(operation: Operation, input: Value): ChosenMethod {
  const kind = kindOf(input);
  const chosen = findMethod(operation, kind);
  if (chosen) return chosen;
  throw new AppError(
    'operation.input-mismatch',
    `Cannot find any valid path in operation chain - no method found for operation '${operation.id}' and for first input type '${kind}'; it takes ${kindsOf(operation)}`,
  );
}

/** Whether any method can be run with the input. */
export function takesInput(operation: Operation, input: Value): boolean {
  return findMethod(operation, kindOf(input)) !== undefined;
}

function findMethod(operation: Operation, kind: ValueKind): ChosenMethod | undefined {
  let best: ChosenMethod | undefined;
  let bestScore = 0;
  for (const method of operation.methods) {
    const isLooped = method.loops === true && elementKinds[kind]?.includes(method.input) === true;
    const loopScore = kind === 'list' ? adapted : exact;
    const score = isLooped ? loopScore : scoreOf(method.input, kind);
    if (score <= bestScore) continue;
    best = { method, isLooped };
    bestScore = score;
  }
  return best;
}

function scoreOf(input: InputKind, kind: ValueKind): number {
  if (input === kind) return exact;
  if (input === 'void') return ignored;
  return adaptedKinds[input].includes(kind) ? adapted : 0;
}

function kindsOf(operation: Operation): string {
  return [...new Set(operation.methods.map(({ input }) => input))].join(', ');
}
