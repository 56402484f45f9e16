/** The categories of the entries that the server itself writes. */
export const auditCategories = {
  documents: 'eventDocumentCategory',
  lifeCycle: 'eventLifeCycleCategory',
  authentication: 'NuxeoAuthentication',
  principals: 'userGroup',
  management: 'management',
} as const;

/** For workflows and comments, which will be recorded under these names later. */
const awaited = ['eventWorkflowCategory', 'Routing', 'commentCategory'];

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
