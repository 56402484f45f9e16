import { AppError } from '../../base/errors/app-error.ts';
import { isUuid } from '../../base/ids.ts';
import { limits } from '../../base/limits.ts';
import { pathOf } from '../url.ts';

const parameterPattern = /^id=(.*)$/s;

/**
 * The ids of `/bulk;id=…;id=…`, each once.
 *
 * @throws AppError request.invalid when there is none, too many, or another parameter;
 *   document.not-found for what cannot be an id
 */
export function parseDocumentSet(url: string): readonly string[] {
  const segment = pathOf(url)
    .split('/')
    .findLast((part) => part.startsWith('bulk;'));
  const parameters = (segment ?? '').split(';').slice(1);
  const ids = new Set(parameters.filter((text) => text !== '').map(idOf));
  if (ids.size === 0) throw new AppError('request.invalid', 'send the ids as /bulk;id=…;id=…');
  if (ids.size > limits.documentSetMax) {
    throw new AppError(
      'request.invalid',
      `${ids.size} documents are too many: send at most ${limits.documentSetMax} ids`,
    );
  }
  return [...ids];
}

function idOf(parameter: string): string {
  const id = parameterPattern.exec(parameter)?.[1];
  if (id === undefined) {
    const shown = parameter.slice(0, 200);
    throw new AppError('request.invalid', `${shown}: send the ids as /bulk;id=…;id=…`);
  }
  if (isUuid(id)) return id;
  throw new AppError('document.not-found', `There is no document with the id ${id.slice(0, 200)}`);
}
