import type { LogEntry } from '../../../api/audit.ts';
import type { MessageId, Text } from '../../../i18n/i18n.tsx';

/** The events of documents that have a text of their own, in the order of the filter. */
export const eventTexts = {
  documentCreated: 'versions.event.created',
  documentModified: 'versions.event.modified',
  documentMoved: 'versions.event.moved',
  documentDuplicated: 'versions.event.duplicated',
  documentCreatedByCopy: 'versions.event.createdByCopy',
  documentTrashed: 'versions.event.trashed',
  documentUntrashed: 'versions.event.untrashed',
  documentRemoved: 'versions.event.removed',
  documentLocked: 'versions.event.locked',
  documentUnlocked: 'versions.event.unlocked',
  documentSecurityUpdated: 'versions.event.security',
  ACEStatusUpdated: 'versions.event.aceStatus',
  lifecycle_transition_event: 'versions.event.lifecycle',
  documentCheckedIn: 'versions.event.checkedIn',
  documentCheckedOut: 'versions.event.checkedOut',
  documentRestored: 'versions.event.restored',
  versionRemoved: 'versions.event.versionRemoved',
  download: 'versions.event.download',
  commentAdded: 'versions.event.commentAdded',
  commentUpdated: 'versions.event.commentUpdated',
  commentRemoved: 'versions.event.commentRemoved',
  addedToCollection: 'versions.event.addedToCollection',
  removedFromCollection: 'versions.event.removedFromCollection',
  documentPublished: 'versions.event.published',
  documentProxyPublished: 'versions.event.proxyPublished',
  sectionContentPublished: 'versions.event.sectionPublished',
  documentWaitingPublication: 'versions.event.waitingPublication',
  documentPublicationApproved: 'versions.event.publicationApproved',
  documentPublicationRejected: 'versions.event.publicationRejected',
  proxyRemoved: 'versions.event.proxyRemoved',
  afterWorkflowStarted: 'versions.event.workflowStarted',
  afterWorkflowFinish: 'versions.event.workflowFinished',
  beforeWorkflowCanceled: 'versions.event.workflowCanceled',
  workflowCanceled: 'versions.event.workflowCanceled',
  afterWorkflowTaskCreated: 'versions.event.taskCreated',
  afterWorkflowTaskEnded: 'versions.event.taskEnded',
  workflowTaskAssigned: 'versions.event.taskAssigned',
  workflowTaskReassigned: 'versions.event.taskReassigned',
  workflowTaskDelegated: 'versions.event.taskDelegated',
  afterWorkflowTaskReassigned: 'versions.event.taskReassigned',
  afterWorkflowTaskDelegated: 'versions.event.taskDelegated',
  workflowTaskCompleted: 'versions.event.taskApproved',
  workflowTaskRejected: 'versions.event.taskRejected',
  workflowEscalated: 'versions.event.workflowEscalated',
  workflowVariablesIgnored: 'versions.event.variablesIgnored',
  // Of the workflows that the server brings along.
  'chain.document.validated': 'versions.event.documentValidated',
  'chain.document.refused': 'versions.event.documentRefused',
  'chain.workflow.completed': 'versions.event.workflowCompleted',
  rootRegistered: 'versions.event.rootRegistered',
  rootUnregistered: 'versions.event.rootUnregistered',
} as const satisfies Readonly<Record<string, MessageId>>;

type KnownEvent = keyof typeof eventTexts;

/** What happened; events of extensions by their own names. */
export function eventText(
  { eventId, extended }: Pick<LogEntry, 'eventId' | 'extended'>,
  text: Text,
) {
  if (eventId === 'download' && extended.clientReason === 'view')
    return text('versions.event.view');
  return eventId in eventTexts ? text(eventTexts[eventId as KnownEvent]) : eventId;
}

/** What is known besides: the comment, the file, the place before. */
export function eventDetail({ eventId, comment, extended, docPath }: LogEntry, text: Text): string {
  const { blobFilename, previousPath } = extended;
  if (eventId === 'download' && typeof blobFilename === 'string') return blobFilename;
  if (typeof previousPath === 'string') {
    return text('versions.movedFrom', { from: previousPath, to: docPath ?? '' });
  }
  return comment ?? '';
}
