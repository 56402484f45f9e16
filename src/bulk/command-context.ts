import { standingOf } from '../automation/operation-standing.ts';
import { AppError } from '../base/errors/app-error.ts';
import { parseJson } from '../base/json.ts';
import type { JobContext } from '../jobs/job-kind.ts';
import { createUnitContext } from '../repository/unit/unit.ts';
import type { BulkCommandTable } from '../storage/bulk-tables.ts';
import type { BulkAction, BulkParams, CommandContext } from './action.ts';
import { loadOwner } from './command-owner.ts';
import type { BulkEnvironment } from './environment.ts';

export interface OpenCommand {
  readonly action: BulkAction;
  readonly context: CommandContext<unknown>;
}

/**
 * What a job needs of its command: the action, and its parameters and owner as they are now.
 *
 * @throws AppError permission.denied when the owner is gone, request.invalid when the action or its
 *   parameters are not valid any more, because the program or its configuration is another one
 */
export async function openCommand(
  { services, actions }: Pick<BulkEnvironment, 'services' | 'actions'>,
  job: JobContext,
  row: BulkCommandTable,
): Promise<OpenCommand> {
  const principal = await job.database.read((handle) => loadOwner(handle, row));
  const action = actions.find(({ name }) => name === row.action);
  if (!action) throw new AppError('request.invalid', `Action '${row.action}' not found`);
  const unit = createUnitContext(services.repository, principal);
  const given = parseJson(row.params) as BulkParams;
  const params = action.parse(given, {
    unit,
    // How the command was sent has been checked when it was submitted.
    standingOf: (name) => standingOf(services, name, { principal, isSecure: true }),
  });
  const leased = { ...services, database: job.database };
  const { signal } = job;
  return { action, context: { commandId: row.id, params, principal, services: leased, signal } };
}
