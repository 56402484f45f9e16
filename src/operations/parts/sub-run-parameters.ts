import { required, withDefault } from '../../automation/define.ts';
import type { SubRun } from '../../automation/operation-context.ts';
import { AppError } from '../../base/errors/app-error.ts';

/** Parameters of the operations that run others; each uses some of them, in its own order. */
export const subRunParameters = {
  id: required('string', 'The operation or chain to run, by id or alias.'),
  sharing: withDefault('boolean', false, {
    description: 'Whether variables that the run sets stay its own.',
    values: ['false'],
  }),
  isolated: withDefault('boolean', true, {
    description: 'Whether variables that the run sets stay its own.',
    values: ['true'],
  }),
  newTransaction: withDefault('boolean', false, {
    description: 'Whether to commit what was done so far and run in a transaction of its own.',
    values: ['false'],
  }),
  parameters: withDefault('properties', new Map(), {
    description: 'Parameters for the run: key=value, one on each line, or a JSON object.',
  }),
  rethrowing: withDefault('boolean', true, {
    description:
      'Whether a failure in the transaction of its own ends the whole, rather than only being logged.',
    values: ['true'],
  }),
  timeout: withDefault('integer', 60, {
    description: 'Seconds that the transaction of its own may take.',
  }),
};

/** In the form of an operation's parameters. */
interface TransactionParameters {
  readonly timeout: number;
  readonly rollbackGlobalOnError: boolean;
}

/** @throws AppError operation.parameter-invalid */
export function newTransactionOf({
  timeout,
  rollbackGlobalOnError,
}: TransactionParameters): NonNullable<SubRun['newTransaction']> {
  if (timeout < 1) {
    throw new AppError(
      'operation.parameter-invalid',
      `Parameter timeout: ${timeout} is not a positive number of seconds`,
    );
  }
  return { timeoutMs: timeout * 1000, rethrows: rollbackGlobalOnError };
}

export interface RunParameters extends TransactionParameters {
  readonly isolate: boolean;
  readonly newTx: boolean;
  readonly parameters: ReadonlyMap<string, unknown>;
}

/** The requested run, apart from its input. @throws AppError operation.parameter-invalid */
export function subRunOf(params: RunParameters): Omit<SubRun, 'input'> {
  return {
    params: params.parameters,
    isolates: params.isolate,
    ...(params.newTx ? { newTransaction: newTransactionOf(params) } : {}),
  };
}
