import { AppError } from '../base/errors/app-error.ts';

const shownMax = 200;

/** The texts that clients know: what is wrong, and in a command of which action. */
export function invalidParameter(name: string, action: string, why = ''): AppError {
  const reason = why === '' ? '' : `; ${why}`;
  return new AppError(
    'request.invalid',
    `Invalid ${name.slice(0, shownMax)} in command: ${action}${reason}`,
  );
}

export function unknownParameter(
  what: 'parameter' | 'xpath' | 'schema' | 'operation id',
  name: string,
  action: string,
): AppError {
  return new AppError(
    'request.invalid',
    `Unknown ${what} ${name.slice(0, shownMax)} in command: ${action}`,
  );
}

/**
 * A flag, also as text; the default when it is not given.
 *
 * @throws AppError request.invalid
 */
export function readFlag(
  params: Readonly<Record<string, unknown>>,
  name: string,
  { action, otherwise }: { readonly action: string; readonly otherwise: boolean },
): boolean {
  const value = params[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalidParameter(name, action, 'send true or false');
}

/** Of an action that has these parameters and no others. @throws AppError request.invalid */
export function refuseOthers(
  params: Readonly<Record<string, unknown>>,
  names: readonly string[],
  action: string,
): void {
  const other = Object.keys(params).find((name) => !names.includes(name));
  if (other !== undefined) throw unknownParameter('parameter', other, action);
}
