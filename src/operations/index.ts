import type { Operation } from '../automation/define.ts';
import { logAuditEventOperation } from './audit/log-audit-event.ts';
import { queryAuditOperation } from './audit/query-audit.ts';
import {
  addToCollectionOperation,
  addToFavoritesOperation,
  removeFromCollectionOperation,
  removeFromFavoritesOperation,
} from './collections/change-members.ts';
import { createCollectionOperation } from './collections/create-collection.ts';
import {
  fetchFavoritesOperation,
  getCollectionsOperation,
  getDocumentsFromCollectionOperation,
  getFavoriteDocumentsOperation,
  suggestCollectionsOperation,
} from './collections/list-collections.ts';
import { moveCollectionMemberOperation } from './collections/move-member.ts';
import { restoreInputOperations } from './context/restore-input.ts';
import { setInputAsVariableOperation } from './context/set-input-as-variable.ts';
import { setVariableOperation } from './context/set-variable.ts';
import { toggleErrorStackOperation } from './context/toggle-error-stack.ts';
import { getTraceOperation, toggleTracesOperation } from './context/traces.ts';
import { renderDocumentOperation } from './conversion/render-document.ts';
import { renderDocumentFeedOperation } from './conversion/render-document-feed.ts';
import { csvOperations } from './csv-operations.ts';
import { createDirectoryEntriesOperation } from './directory/create-directory-entries.ts';
import { createVocabularyEntryOperation } from './directory/create-vocabulary-entry.ts';
import { deleteDirectoryEntriesOperation } from './directory/delete-directory-entries.ts';
import { getDirectoryEntriesOperation } from './directory/get-directory-entries.ts';
import { loadDirectoryEntriesOperation } from './directory/load-directory-entries.ts';
import { projectDirectoryOperation } from './directory/project-directory.ts';
import { readDirectoryEntriesOperation } from './directory/read-directory-entries.ts';
import { suggestDirectoryEntriesOperation } from './directory/suggest-directory-entries.ts';
import { updateDirectoryEntriesOperation } from './directory/update-directory-entries.ts';
import { checkInDocumentOperation } from './document/check-in-document.ts';
import { checkOutDocumentOperation } from './document/check-out-document.ts';
import { copyDocumentOperation } from './document/copy-document.ts';
import { createDocumentOperation } from './document/create-document.ts';
import { createLiveProxyOperation } from './document/create-live-proxy.ts';
import { createVersionOperation } from './document/create-version.ts';
import { deleteDocumentOperation } from './document/delete-document.ts';
import { emptyTrashOperation } from './document/empty-trash.ts';
import { exportDocumentOperation } from './document/export-document.ts';
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
import { driveOperations } from './drive-operations.ts';
import { fetchByPropertyOperation } from './fetch/fetch-by-property.ts';
import { fetchContextDocumentOperation } from './fetch/fetch-context-document.ts';
import { getDocumentOperation } from './fetch/get-document.ts';
import { queryDocumentsOperation } from './fetch/query-documents.ts';
import { queryRowsOperation } from './fetch/query-rows.ts';
import { runPageProviderOperation } from './fetch/run-page-provider.ts';
import { runRowPageProviderOperation } from './fetch/run-row-page-provider.ts';
import { createDocumentFromBlobOperation } from './file-manager/create-document-from-blob.ts';
import { createFolderOperation } from './file-manager/create-folder.ts';
import { getUserWorkspaceOperation } from './file-manager/get-user-workspace.ts';
import { importFileOperation } from './file-manager/import-file.ts';
import { importFileWithPropertiesOperation } from './file-manager/import-file-with-properties.ts';
import { attachBlobOperation } from './files/attach-blob.ts';
import { attachOnCurrentDocumentOperation } from './files/attach-on-current-document.ts';
import { bulkDownloadOperation } from './files/bulk-download.ts';
import { convertBlobOperation } from './files/convert-blob.ts';
import { convertToPdfOperation } from './files/convert-to-pdf.ts';
import { createBlobFromUrlOperation } from './files/create-blob-from-url.ts';
import { createZipOperation } from './files/create-zip.ts';
import { downloadTreeOperation, measureDownloadOperation } from './files/download-tree.ts';
import { fetchContextFileOperation } from './files/fetch-context-file.ts';
import { getBlobOperation } from './files/get-blob.ts';
import { getBlobsOperation } from './files/get-blobs.ts';
import { getBlobsByPropertyOperation } from './files/get-blobs-by-property.ts';
import { getContainerRenditionOperation } from './files/get-container-rendition.ts';
import { getRenditionOperation } from './files/get-rendition.ts';
import { removeBlobOperation } from './files/remove-blob.ts';
import { runConverterOperation } from './files/run-converter.ts';
import { setBlobOperation } from './files/set-blob.ts';
import { setBlobNameOperation } from './files/set-blob-name.ts';
import { runDocumentOperationOperation } from './flow/run-document-operation.ts';
import { runDocumentOperationInNewTransactionOperation } from './flow/run-document-operation-in-new-transaction.ts';
import { runFileOperationOperation } from './flow/run-file-operation.ts';
import { runOperationOperation } from './flow/run-operation.ts';
import { runOperationOnListOperation } from './flow/run-operation-on-list.ts';
import { runOperationOnProviderOperation } from './flow/run-operation-on-provider.ts';
import { saveSessionOperation } from './flow/save-session.ts';
import { localConfigurationOperations } from './local-configuration-operations.ts';
import { fireEventOperation } from './notification/fire-event.ts';
import { logOperation } from './notification/log.ts';
import { mailDocumentOperation } from './notification/mail-document.ts';
import { sendPermissionMailOperation } from './notification/send-permission-mail.ts';
import {
  subscribeDocumentOperation,
  unsubscribeDocumentOperation,
} from './notification/subscribe-document.ts';
import { addPageNumbersOperation } from './pdf/add-page-numbers.ts';
import { concatenatePdfsOperation } from './pdf/concatenate-pdfs.ts';
import { convertToPicturesOperation } from './pdf/convert-to-pictures.ts';
import { encryptOperation } from './pdf/encrypt.ts';
import { encryptReadOnlyOperation } from './pdf/encrypt-read-only.ts';
import { extractInfoOperation } from './pdf/extract-info.ts';
import { extractLinksOperation } from './pdf/extract-links.ts';
import { extractPagesOperation } from './pdf/extract-pages.ts';
import { extractTextOperation } from './pdf/extract-text.ts';
import { mergeWithBlobsOperation } from './pdf/merge-with-blobs.ts';
import { mergeWithDocsOperation } from './pdf/merge-with-docs.ts';
import { removeEncryptionOperation } from './pdf/remove-encryption.ts';
import { watermarkWithImageOperation } from './pdf/watermark-with-image.ts';
import { watermarkWithPdfOperation } from './pdf/watermark-with-pdf.ts';
import { watermarkWithTextOperation } from './pdf/watermark-with-text.ts';
import { addAceOperation } from './permission/add-ace.ts';
import { addPermissionOperation } from './permission/add-permission.ts';
import { blockPermissionInheritanceOperation } from './permission/block-permission-inheritance.ts';
import { removeAclOperation } from './permission/remove-acl.ts';
import { removePermissionOperation } from './permission/remove-permission.ts';
import { replacePermissionOperation } from './permission/replace-permission.ts';
import { unblockPermissionInheritanceOperation } from './permission/unblock-permission-inheritance.ts';
import { createPictureOperation } from './pictures/create-picture.ts';
import { getPictureViewOperation } from './pictures/get-picture-view.ts';
import { recomputePictureViewsOperation } from './pictures/recompute-picture-views.ts';
import { resizePictureOperation } from './pictures/resize-picture.ts';
import { addEntryToMultivaluedPropertyOperation } from './property/add-entry-to-multivalued-property.ts';
import { addItemToListPropertyOperation } from './property/add-item-to-list-property.ts';
import { addFacetOperation, removeFacetOperation } from './property/change-facet.ts';
import { copySchemaOperation } from './property/copy-schema.ts';
import { removeEntryOfMultivaluedPropertyOperation } from './property/remove-entry-of-multivalued-property.ts';
import { removeItemFromListPropertyOperation } from './property/remove-item-from-list-property.ts';
import { removePropertyOperation } from './property/remove-property.ts';
import { resetSchemaOperation } from './property/reset-schema.ts';
import { setPropertyOperation } from './property/set-property.ts';
import { runInputScriptOperation } from './scripting/run-input-script.ts';
import { runScriptOperation } from './scripting/run-script.ts';
import { listUnreadFilesOperation } from './search/list-unread-files.ts';
import { suggestAnythingOperation } from './search/suggest-anything.ts';
import { waitForIndexingOperation } from './search/wait-for-indexing.ts';
import {
  removeDocumentTagsOperation,
  tagDocumentOperation,
  untagDocumentOperation,
} from './services/change-tags.ts';
import { getActionsOperation } from './services/get-actions.ts';
import { purgePermissionsOperation } from './services/purge-permissions.ts';
import { recomputeThumbnailsOperation } from './services/recompute-thumbnails.ts';
import { runBulkActionOperation } from './services/run-bulk-action.ts';
import { runFailedJobsOperation } from './services/run-failed-jobs.ts';
import { suggestTagsOperation } from './services/suggest-tags.ts';
import { waitForBulkActionOperation } from './services/wait-for-bulk-action.ts';
import { stackOperations } from './stack/stack-operations.ts';
import { createTaskOperation } from './tasks/create-task.ts';
import { getAssignedTasksOperation } from './tasks/get-assigned-tasks.ts';
import { getTaskNamesOperation } from './tasks/get-task-names.ts';
import { pageAssignedTasksOperation } from './tasks/page-assigned-tasks.ts';
import { createOrUpdateGroupOperation } from './users/create-or-update-group.ts';
import { createOrUpdateUserOperation } from './users/create-or-update-user.ts';
import {
  getPermittedEmailsOperation,
  getPermittedPrincipalsOperation,
} from './users/get-permitted-principals.ts';
import { getUserOperation } from './users/get-user.ts';
import { inviteUserOperation } from './users/invite-user.ts';
import { loginAsOperation, logoutOperation } from './users/login-as.ts';
import { queryUsersOperation } from './users/query-users.ts';
import { suggestUsersAndGroupsOperation } from './users/suggest-users-and-groups.ts';
import { extractClosedCaptionsOperation } from './video/extract-closed-captions.ts';
import { joinVideosOperation } from './video/join-videos.ts';
import { sliceVideoOperation } from './video/slice-video.ts';
import { sliceVideoInPartsOperation } from './video/slice-video-in-parts.ts';
import { watermarkVideoOperation } from './video/watermark-video.ts';
import { cancelWorkflowOperation } from './workflow/cancel-workflow.ts';
import { completeTaskOperation } from './workflow/complete-task.ts';
import { getGraphOperation } from './workflow/get-graph.ts';
import { getOpenTasksOperation } from './workflow/get-open-tasks.ts';
import { restartWorkflowsOperation } from './workflow/restart-workflows.ts';
import { resumeNodeOperation } from './workflow/resume-node.ts';
import {
  setNodeVariableOperation,
  setWorkflowVariableOperation,
} from './workflow/set-workflow-variable.ts';
import { startWorkflowOperation } from './workflow/start-workflow.ts';
import { summarizeOpinionsOperation } from './workflow/summarize-opinions.ts';

/** Every operation of the server, by id. */
export const operations: readonly Operation[] = [
  addToCollectionOperation,
  addToFavoritesOperation,
  createCollectionOperation,
  fetchFavoritesOperation,
  getCollectionsOperation,
  getDocumentsFromCollectionOperation,
  getFavoriteDocumentsOperation,
  moveCollectionMemberOperation,
  removeFromCollectionOperation,
  removeFromFavoritesOperation,
  suggestCollectionsOperation,
  checkInDocumentOperation,
  checkOutDocumentOperation,
  copyDocumentOperation,
  createDocumentOperation,
  createLiveProxyOperation,
  createVersionOperation,
  deleteDocumentOperation,
  emptyTrashOperation,
  exportDocumentOperation,
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
  subscribeDocumentOperation,
  unsubscribeDocumentOperation,
  saveSessionOperation,
  updateDocumentOperation,
  ...driveOperations,
  fireEventOperation,
  mailDocumentOperation,
  logOperation,
  getDocumentOperation,
  fetchByPropertyOperation,
  queryDocumentsOperation,
  queryRowsOperation,
  runPageProviderOperation,
  runRowPageProviderOperation,
  renderDocumentOperation,
  renderDocumentFeedOperation,
  ...restoreInputOperations,
  setInputAsVariableOperation,
  setVariableOperation,
  toggleErrorStackOperation,
  getTraceOperation,
  toggleTracesOperation,
  getActionsOperation,
  runFailedJobsOperation,
  ...localConfigurationOperations,
  runDocumentOperationInNewTransactionOperation,
  runDocumentOperationOperation,
  runFileOperationOperation,
  runOperationOnListOperation,
  runOperationOnProviderOperation,
  runOperationOperation,
  runInputScriptOperation,
  runScriptOperation,
  ...stackOperations,
  addPermissionOperation,
  addAceOperation,
  replacePermissionOperation,
  sendPermissionMailOperation,
  removePermissionOperation,
  removeAclOperation,
  blockPermissionInheritanceOperation,
  unblockPermissionInheritanceOperation,
  setPropertyOperation,
  removePropertyOperation,
  addEntryToMultivaluedPropertyOperation,
  removeEntryOfMultivaluedPropertyOperation,
  addItemToListPropertyOperation,
  removeItemFromListPropertyOperation,
  copySchemaOperation,
  resetSchemaOperation,
  addFacetOperation,
  removeFacetOperation,
  createDocumentFromBlobOperation,
  createFolderOperation,
  getUserWorkspaceOperation,
  importFileOperation,
  importFileWithPropertiesOperation,
  attachBlobOperation,
  attachOnCurrentDocumentOperation,
  bulkDownloadOperation,
  createBlobFromUrlOperation,
  convertBlobOperation,
  convertToPdfOperation,
  createZipOperation,
  downloadTreeOperation,
  measureDownloadOperation,
  runConverterOperation,
  fetchContextFileOperation,
  getBlobOperation,
  getBlobsOperation,
  getBlobsByPropertyOperation,
  getContainerRenditionOperation,
  getRenditionOperation,
  removeBlobOperation,
  setBlobOperation,
  setBlobNameOperation,
  addPageNumbersOperation,
  concatenatePdfsOperation,
  convertToPicturesOperation,
  encryptOperation,
  encryptReadOnlyOperation,
  extractInfoOperation,
  extractLinksOperation,
  extractPagesOperation,
  extractTextOperation,
  mergeWithBlobsOperation,
  mergeWithDocsOperation,
  removeEncryptionOperation,
  watermarkWithImageOperation,
  watermarkWithPdfOperation,
  watermarkWithTextOperation,
  logAuditEventOperation,
  queryAuditOperation,
  listUnreadFilesOperation,
  suggestAnythingOperation,
  waitForIndexingOperation,
  createDirectoryEntriesOperation,
  createVocabularyEntryOperation,
  deleteDirectoryEntriesOperation,
  getDirectoryEntriesOperation,
  ...csvOperations,
  loadDirectoryEntriesOperation,
  projectDirectoryOperation,
  readDirectoryEntriesOperation,
  suggestDirectoryEntriesOperation,
  updateDirectoryEntriesOperation,
  createOrUpdateGroupOperation,
  createOrUpdateUserOperation,
  getPermittedEmailsOperation,
  getPermittedPrincipalsOperation,
  getUserOperation,
  inviteUserOperation,
  loginAsOperation,
  logoutOperation,
  queryUsersOperation,
  suggestUsersAndGroupsOperation,
  tagDocumentOperation,
  untagDocumentOperation,
  removeDocumentTagsOperation,
  suggestTagsOperation,
  createTaskOperation,
  getAssignedTasksOperation,
  getTaskNamesOperation,
  pageAssignedTasksOperation,
  purgePermissionsOperation,
  createPictureOperation,
  getPictureViewOperation,
  recomputePictureViewsOperation,
  resizePictureOperation,
  recomputeThumbnailsOperation,
  runBulkActionOperation,
  waitForBulkActionOperation,
  setWorkflowVariableOperation,
  startWorkflowOperation,
  getGraphOperation,
  getOpenTasksOperation,
  resumeNodeOperation,
  setNodeVariableOperation,
  cancelWorkflowOperation,
  restartWorkflowsOperation,
  completeTaskOperation,
  summarizeOpinionsOperation,
  watermarkVideoOperation,
  joinVideosOperation,
  extractClosedCaptionsOperation,
  sliceVideoOperation,
  sliceVideoInPartsOperation,
];

export { defaultChains, defaultRestrictions } from './default-chains.ts';
