import { AppError } from '../../base/errors/app-error.ts';

/** False when it is left out or empty. @throws AppError request.invalid naming the parameter */
export function booleanParameter(query: URLSearchParams, name: string): boolean {
  const value = query.get(name)?.toLowerCase() ?? '';
  if (value === 'true') return true;
  if (value === 'false' || value === '') return false;
  throw new AppError(
    'request.invalid',
    `${name}: ${value.slice(0, 200)} is neither true nor false`,
  );
}
