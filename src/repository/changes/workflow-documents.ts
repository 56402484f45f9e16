import { AppError } from '../../base/errors/app-error.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import { systemUsername } from '../../model/principal.ts';
import { valueKey } from '../../model/value-key.ts';
import type { ChangeHook } from './change-hook.ts';

/** What their rows know as well, see `repository/workflow`. */
const stored: Readonly<Record<string, RegExp>> = {
  Task: /^nt:/,
  DocumentRoute: /^docri:/,
};

function storedPattern({ facets }: DocumentShape): RegExp | undefined {
  return facets.flatMap((facet) => stored[facet] ?? [])[0];
}

/**
 * Tasks and workflows as documents: they change with the steps of their workflow, and a plain change of them
 * would say something else than their rows. A client may send a whole document back as it was.
 */
export const workflowDocumentsHook: ChangeHook = {
  before({ principal }, { shape, given, before }) {
    const pattern = before && storedPattern(shape);
    if (!pattern || principal.username === systemUsername) return;
    const changed = Object.keys(given).filter(
      (key) => pattern.test(key) && valueKey(given[key]) !== valueKey(before[key]),
    );
    if (changed.length === 0) return;
    throw new AppError(
      'property.read-only',
      `Cannot set the value of property: ${changed.join(', ')} since tasks change with their workflow`,
    );
  },
};

/** @throws AppError lifecycle.transition-not-allowed */
export function refuseOwnStates(shape: DocumentShape): void {
  if (!storedPattern(shape)) return;
  throw new AppError(
    'lifecycle.transition-not-allowed',
    'The state of a task or workflow changes with its steps: end the task, or cancel the workflow',
  );
}
