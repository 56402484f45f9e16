import type { OperationContext } from '../automation/operation-context.ts';
import { DocumentList, type Value } from '../automation/values.ts';
import { AppError } from '../base/errors/app-error.ts';
import type { DocumentId } from '../base/ids.ts';
import type { Document } from '../model/document.ts';
import { getDocumentForUpdate } from '../repository/documents/documents.ts';
import { findDocumentsById } from '../repository/documents/find-many.ts';
import { loadPrincipal } from '../repository/principals/principals.ts';
import { saveTaskDocument } from '../repository/workflow/task-documents.ts';
import { tellEvents, type WorkflowEvent } from '../repository/workflow/task-events.ts';
import { endDocumentGrants } from '../repository/workflow/task-grants.ts';
import { endTasks, getTask, type TaskRecord } from '../repository/workflow/task-rows.ts';
import { asServer } from './step.ts';

interface Ending {
  /** `accept`, `reject` or nothing. */
  readonly action: string | null;
  readonly comment: string | null;
}

interface EndedTask {
  readonly task: TaskRecord;
  /** Its document. */
  readonly document: Document;
  /** What it is about. */
  readonly documents: readonly Document[];
}

/**
 * Ends a task that belongs to no workflow, and runs the chain that its initiator has named for that.
 *
 * @throws AppError task.not-active, workflow.no-transition for another action; as the chain
 */
export async function endLooseTask(
  context: OperationContext,
  { id }: TaskRecord,
  ending: Ending,
): Promise<void> {
  requireKnown(ending);
  const ended = await asServer(context, () => storeEnd(context, id, ending));
  await runChain(context, ended, ending);
}

function requireKnown({ action }: Ending): void {
  if (action === null || action === 'accept' || action === 'reject') return;
  throw new AppError(
    'workflow.no-transition',
    `The task has no action '${action.slice(0, 200)}'; use one of accept, reject`,
  );
}

function storeEnd(
  context: OperationContext,
  id: string,
  { action, comment }: Ending,
): Promise<EndedTask> {
  return context.write(async (unit) => {
    const document = await getDocumentForUpdate(unit, id as DocumentId);
    const name = String(document.properties['nt:name']);
    // Its row is read again, now that another unit cannot end it.
    const task = await getTask(unit.handle, id);
    if (task.state !== 'opened') {
      throw new AppError('task.not-active', `The task '${name}' is not active`);
    }
    await endTasks(unit.handle, [id], 'ended');
    await endDocumentGrants(unit.handle, [id]);
    const properties = { 'nt:accepted': action === 'accept' };
    const saved = await saveTaskDocument(unit, { document, state: 'ended', comment, properties });
    const ids = document.properties['nt:targetDocumentsIds'];
    const documents = await findDocumentsById(unit, Array.isArray(ids) ? (ids as string[]) : []);
    const told = { id, name, nodeId: task.nodeId, directive: null };
    const event: Omit<WorkflowEvent, 'eventId'> = {
      workflow: null,
      documents,
      task: { ...told, dueMs: task.dueMs, actors: task.actors, notification: null },
      comment,
      extended: { action },
    };
    const outcome = action === 'reject' ? 'workflowTaskRejected' : 'workflowTaskCompleted';
    await tellEvents(unit, [
      { ...event, eventId: 'afterWorkflowTaskEnded' },
      { ...event, eventId: outcome },
    ]);
    return { task, document: saved, documents };
  });
}

/**
 * With the rights of the user who named it: those of the one who ends the task could be more, and that
 * user has not chosen it.
 */
async function runChain(
  context: OperationContext,
  { task, document, documents }: EndedTask,
  { action, comment }: Ending,
): Promise<void> {
  const { accept, reject } = task.chains;
  const chain = action === 'accept' ? accept : action === 'reject' ? reject : null;
  if (chain === null || documents.length === 0) return;
  const { initiator } = task;
  const principal = await context.read((unit) => loadPrincipal(unit.handle, initiator));
  if (!principal) throw cannotRun(chain, `the user ${initiator} does not exist any more`);
  await context.runAs(principal, async () => {
    if (context.standingOf(chain, principal) !== 'allowed') {
      throw cannotRun(chain, `it does not exist or is not open to ${initiator}`);
    }
    const input = new DocumentList(documents);
    const variables = new Map<string, Value>([
      ['taskDocument', document],
      ['button', action],
      ['comment', comment],
    ]);
    const inner = context.within({ input, variables });
    await context.asOneTransaction(() => inner.run(chain, { input }));
  });
}

function cannotRun(chain: string, why: string): AppError {
  const text = `${chain}, which the task names for this action, cannot run: ${why}`;
  return new AppError('operation.failed', text);
}
