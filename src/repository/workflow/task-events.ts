import {
  type RoutingEntry,
  type RoutingEventId,
  recordRoutingEvents,
} from '../audit/audit-events.ts';
import type { AuditedDocument } from '../audit/audit-log.ts';
import type { WriteUnit } from '../unit/unit.ts';
import { queueTaskMails, type TaskMail } from './task-mails.ts';

/** The workflow that an event is about; null for a task without one. */
export interface ToldWorkflow {
  readonly id: string;
  readonly modelName: string;
  readonly initiator: string;
  readonly document: AuditedDocument;
}

/** A task to which something has happened. */
export interface ToldTask {
  readonly id: string;
  readonly name: string;
  readonly nodeId: string;
  readonly directive: string | null;
  readonly dueMs: number | null;
  /** As they were given, also with the prefixes `user:` and `group:`. */
  readonly actors: readonly string[];
  /** The template of the mail to its actors; null for no mail. */
  readonly notification: string | null;
}

export interface WorkflowEvent {
  readonly eventId: RoutingEventId;
  readonly workflow: ToldWorkflow | null;
  /** What the workflow or task is about. */
  readonly documents: readonly AuditedDocument[];
  /** Of the events `afterWorkflowTask…`. */
  readonly task?: ToldTask;
  /** Who is told of a task; its actors when left out. */
  readonly recipients?: readonly string[];
  readonly comment?: string | null;
  readonly extended?: object;
}

/** What follows from steps by which a task is given to users, under the names of notifications. */
const givingEvents: Partial<Record<RoutingEventId, TaskMail['eventId']>> = {
  afterWorkflowTaskCreated: 'workflowTaskAssigned',
  afterWorkflowTaskDelegated: 'workflowTaskDelegated',
  afterWorkflowTaskReassigned: 'workflowTaskReassigned',
};

/**
 * Records the steps of workflows and tasks for their documents and for themselves, with one statement,
 * and leaves the mails about tasks.
 */
export async function tellEvents(unit: WriteUnit, events: readonly WorkflowEvent[]): Promise<void> {
  await recordRoutingEvents(unit, events.flatMap(entriesOf));
  await queueTaskMails(
    unit,
    events.flatMap((event) => mailsOf(unit, event)),
  );
}

/** A node without texts of a mail sends none. */
function mailsOf({ principal }: WriteUnit, event: WorkflowEvent): readonly TaskMail[] {
  const { eventId: step, task, workflow, documents, comment = null } = event;
  const eventId = givingEvents[step];
  if (eventId === undefined || !task || task.notification === null) return [];
  return [
    {
      eventId,
      task: { ...task, initiator: workflow?.initiator ?? principal.username },
      recipients: event.recipients ?? task.actors,
      documentIds: documents.map(({ id }) => id),
      // Nodes choose the texts for those who get the task, not for those it is delegated to.
      template: eventId === 'workflowTaskDelegated' ? undefined : task.notification,
      comment,
    },
  ];
}

function entriesOf(event: WorkflowEvent): readonly RoutingEntry[] {
  const { eventId, workflow, task, documents, comment = null } = event;
  const extended = {
    ...(workflow && {
      workflowId: workflow.id,
      modelName: workflow.modelName,
      workflowInitiator: workflow.initiator,
    }),
    ...(task && {
      taskId: task.id,
      taskName: task.name,
      nodeId: task.nodeId,
      actors: task.actors,
    }),
    ...event.extended,
  };
  const about = workflow ? [workflow.document, ...documents] : documents;
  const entries = about.map((document) => ({ eventId, comment, extended, document }));
  const given = givingEvents[eventId];
  if (given === undefined) return entries;
  const giving = documents.map((document) => ({ eventId: given, comment, extended, document }));
  return [...entries, ...giving];
}
