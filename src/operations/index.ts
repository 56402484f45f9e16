import type { ChainDefinition } from '../automation/chain.ts';
import type { Operation } from '../automation/define.ts';
import { checkInDocumentOperation } from './document/check-in-document.ts';
import { checkOutDocumentOperation } from './document/check-out-document.ts';
import { copyDocumentOperation } from './document/copy-document.ts';
import { createDocumentOperation } from './document/create-document.ts';
import { createLiveProxyOperation } from './document/create-live-proxy.ts';
import { createVersionOperation } from './document/create-version.ts';
import { deleteDocumentOperation } from './document/delete-document.ts';
import { emptyTrashOperation } from './document/empty-trash.ts';
import { filterDocumentsOperation } from './document/filter-documents.ts';
import { followLifecycleTransitionOperation } from './document/follow-lifecycle-transition.ts';
import { getChildOperation } from './document/get-child.ts';
import { getChildrenOperation } from './document/get-children.ts';
import { getLastVersionOperation } from './document/get-last-version.ts';
import { getParentOperation } from './document/get-parent.ts';
import { getSourceDocumentOperation } from './document/get-source-document.ts';
import { getVersionsOperation } from './document/get-versions.ts';
import { lockDocumentOperation } from './document/lock-document.ts';
import { moveDocumentOperation } from './document/move-document.ts';
import { orderDocumentOperation } from './document/order-document.ts';
import { publishToSectionOperation } from './document/publish-to-section.ts';
import { publishToSectionsOperation } from './document/publish-to-sections.ts';
import { reloadDocumentOperation } from './document/reload-document.ts';
import { removeProxiesOperation } from './document/remove-proxies.ts';
import { restoreVersionOperation } from './document/restore-version.ts';
import { saveDocumentOperation } from './document/save-document.ts';
import { trashDocumentOperation } from './document/trash-document.ts';
import { unlockDocumentOperation } from './document/unlock-document.ts';
import { unpublishAllOperation } from './document/unpublish-all.ts';
import { untrashDocumentOperation } from './document/untrash-document.ts';
import { updateDocumentOperation } from './document/update-document.ts';
import { fetchContextDocumentOperation } from './fetch/fetch-context-document.ts';
import { getDocumentOperation } from './fetch/get-document.ts';
import { saveSessionOperation } from './flow/save-session.ts';
import { logOperation } from './notification/log.ts';

/** Every operation of the server, by id. */
export const operations: readonly Operation[] = [
  checkInDocumentOperation,
  checkOutDocumentOperation,
  copyDocumentOperation,
  createDocumentOperation,
  createLiveProxyOperation,
  createVersionOperation,
  deleteDocumentOperation,
  emptyTrashOperation,
  filterDocumentsOperation,
  followLifecycleTransitionOperation,
  getChildOperation,
  getChildrenOperation,
  getLastVersionOperation,
  getParentOperation,
  getSourceDocumentOperation,
  getVersionsOperation,
  lockDocumentOperation,
  moveDocumentOperation,
  orderDocumentOperation,
  publishToSectionOperation,
  publishToSectionsOperation,
  reloadDocumentOperation,
  removeProxiesOperation,
  restoreVersionOperation,
  saveDocumentOperation,
  trashDocumentOperation,
  unlockDocumentOperation,
  unpublishAllOperation,
  untrashDocumentOperation,
  fetchContextDocumentOperation,
  saveSessionOperation,
  updateDocumentOperation,
  logOperation,
  getDocumentOperation,
];

/** The chains that come with the program. */
export const defaultChains: readonly ChainDefinition[] = [];
