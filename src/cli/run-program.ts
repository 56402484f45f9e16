import { type Command, CommanderError } from 'commander';
import { AppError } from '../base/errors/app-error.ts';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { ConfigError } from '../config/load.ts';
import { settings } from '../config/settings.ts';
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts';
import { printable, terminal } from './terminal.ts';

/** Runs the command that the arguments name and returns the exit status of the process. */
export async function runProgram(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync([...argv]);
    return Number(process.exitCode ?? exitCodes.done);
  } catch (error) {
    if (error instanceof CommanderError) return usageExitCode(error);
    const lines = describeError(error);
    for (const line of lines) terminal.printError(line);
    const logLevel = program.opts().logLevel ?? process.env[settings.logLevel.env];
    if (logLevel === 'debug') terminal.printError(stackOf(error));
    return exitCodeOf(error);
  }
}

/** Commander has printed the error. A request for help or the version is not a mistake. */
function usageExitCode(error: CommanderError): ExitCode {
  return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
}

/** Errors of files that settings name. */
const configurationErrors: ReadonlySet<ErrorCode> = new Set([
  'content-model.invalid',
  'directory.invalid',
  'listener.invalid',
  'notification.invalid',
  'operations.invalid',
  'page-providers.invalid',
  'web-application.invalid',
  'workflow.invalid',
]);

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ConfigError) return exitCodes.configuration;
  if (error instanceof AppError && configurationErrors.has(error.code)) {
    return exitCodes.configuration;
  }
  return error instanceof CommandError ? error.exitCode : exitCodes.failed;
}

function describeError(error: unknown): readonly string[] {
  if (error instanceof ConfigError) {
    return error.problems.map((problem) => `configuration: ${printable(problem)}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof AppError && error.code.startsWith('store.') ? causeOf(error) : '';
  // An invalid content model lists its problems, one per line.
  return `error: ${message}${cause}`.split('\n').map(printable);
}

/** The catalogue's wording of a store error has too little detail for an operator. */
function causeOf({ cause }: AppError): string {
  return cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
