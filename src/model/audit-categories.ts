/** What the entries that the server writes by itself are filed under. */
export const auditCategories = {
  documents: 'eventDocumentCategory',
  lifeCycle: 'eventLifeCycleCategory',
  authentication: 'NuxeoAuthentication',
  principals: 'userGroup',
} as const;

/** Workflows and comments will be recorded too, and readers of the audit know them by these names. */
const awaited = ['eventWorkflowCategory', 'Routing', 'commentCategory'];

const systemCategories = new Set(
  [...Object.values(auditCategories), ...awaited].map((name) => comparable(name)),
);

/** Whether a reader would take the entry for one of the server's own, whatever its case and spaces. */
export function isSystemCategory(category: string): boolean {
  return systemCategories.has(comparable(category));
}

function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .toLowerCase();
}
