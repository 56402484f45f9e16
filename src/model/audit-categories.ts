/** The categories of the entries that the server itself writes. */
export const auditCategories = {
  documents: 'eventDocumentCategory',
  lifeCycle: 'eventLifeCycleCategory',
  authentication: 'NuxeoAuthentication',
  principals: 'userGroup',
  management: 'management',
  routing: 'Routing',
  tasks: 'eventWorkflowCategory',
  drive: 'NuxeoDrive',
} as const;

/** Of the reference server, for comments. */
const awaited = ['commentCategory'];

const systemCategories = new Set(
  [...Object.values(auditCategories), ...awaited].map((name) => comparable(name)),
);

/** Whether readers could mistake the entry for one of the server's own; ignores case and spaces. */
export function isSystemCategory(category: string): boolean {
  return systemCategories.has(comparable(category));
}

function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase();
}
