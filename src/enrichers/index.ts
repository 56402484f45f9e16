import { aclsEnricher } from './acls.ts';
import { auditEnricher } from './audit.ts';
import { breadcrumbEnricher } from './breadcrumb.ts';
import { childrenEnricher } from './children.ts';
import { collectionsEnricher } from './collections.ts';
import type { Enricher } from './define.ts';
import { documentUrlEnricher } from './document-url.ts';
import { favoritesEnricher } from './favorites.ts';
import { firstAccessibleAncestorEnricher } from './first-accessible-ancestor.ts';
import { hasContentEnricher } from './has-content.ts';
import { hasFolderishChildEnricher } from './has-folderish-child.ts';
import { highlightEnricher } from './highlight.ts';
import { pendingTasksEnricher } from './pending-tasks.ts';
import { permissionsEnricher } from './permissions.ts';
import { previewEnricher } from './preview.ts';
import { publicationsEnricher } from './publications.ts';
import { renditionsEnricher } from './renditions.ts';
import { runnableWorkflowsEnricher } from './runnable-workflows.ts';
import { runningWorkflowsEnricher } from './running-workflows.ts';
import { subscribedNotificationsEnricher } from './subscribed-notifications.ts';
import { subtypesEnricher } from './subtypes.ts';
import { tagsEnricher } from './tags.ts';
import { thumbnailEnricher } from './thumbnail.ts';
import { userVisiblePermissionsEnricher } from './user-visible-permissions.ts';

/** Sorted by name. */
export const enrichers: readonly Enricher[] = [
  aclsEnricher,
  auditEnricher,
  breadcrumbEnricher,
  childrenEnricher,
  collectionsEnricher,
  documentUrlEnricher,
  favoritesEnricher,
  firstAccessibleAncestorEnricher,
  hasContentEnricher,
  hasFolderishChildEnricher,
  highlightEnricher,
  pendingTasksEnricher,
  permissionsEnricher,
  previewEnricher,
  publicationsEnricher,
  renditionsEnricher,
  runnableWorkflowsEnricher,
  runningWorkflowsEnricher,
  subscribedNotificationsEnricher,
  subtypesEnricher,
  tagsEnricher,
  thumbnailEnricher,
  userVisiblePermissionsEnricher,
];

const byName = new Map(enrichers.map((enricher) => [enricher.name, enricher]));

export function findEnricher(name: string): Enricher | undefined {
  return byName.get(name);
}
