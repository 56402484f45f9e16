const verbs: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'remove',
};

/** Last words of paths that say what is done, in the place of the verb of the method. */
const actions: ReadonlySet<string> = new Set([
  'abort',
  'complete',
  'delegate',
  'execute',
  'extract',
  'flush',
  'optimize',
  'poll',
  'reassign',
  'recompute',
  'refreshToken',
  'reindex',
  'retry',
  'run',
  'start',
  'stop',
  'validate',
]);

/** Where the words of a path do not say it well. */
const ids: Readonly<Record<string, string>> = {
  'GET /': 'getStartPage',
  'GET /api': 'getPlayground',
  'GET /api/files/{file}': 'getPlaygroundFile',
  'GET /api/v1/@emptyWithDefault': 'getDocumentTemplate',
  'GET /api/v1/automation/files/{id}': 'getFilesOfDocument',
  'GET /api/v1/bulk/{commandId}': 'getBulkCommand',
  'PUT /api/v1/bulk/{commandId}/abort': 'abortBulkCommand',
  'GET /api/v1/bulk/{commandId}/errors': 'getBulkCommandErrors',
  'GET /api/v1/bulk;{ids}': 'getDocuments',
  'PUT /api/v1/bulk;{ids}': 'updateDocuments',
  'DELETE /api/v1/bulk;{ids}': 'removeDocuments',
  'GET /api/v1/directory': 'getDirectories',
  'GET /api/v1/directory/{name}': 'getDirectoryEntries',
  'POST /api/v1/directory/{name}': 'createDirectoryEntry',
  'GET /api/v1/directory/{name}/{rest}': 'getDirectoryEntry',
  'PUT /api/v1/directory/{name}/{rest}': 'updateDirectoryEntry',
  'DELETE /api/v1/directory/{name}/{rest}': 'removeDirectoryEntry',
  'GET /api/v1/doc': 'getDescriptionAddress',
  'GET /api/v1/group/search': 'findGroups',
  'POST /api/v1/group/{rest}': 'addGroupMember',
  'GET /api/v1/id/{id}': 'getDocumentById',
  'POST /api/v1/id/{id}': 'createDocumentById',
  'PUT /api/v1/id/{id}': 'updateDocumentById',
  'DELETE /api/v1/id/{id}': 'removeDocumentById',
  'GET /api/v1/id/{id}/{rest}': 'getDocumentBelow',
  'POST /api/v1/id/{id}/{rest}': 'createDocumentBelow',
  'PUT /api/v1/id/{id}/{rest}': 'updateDocumentBelow',
  'DELETE /api/v1/id/{id}/{rest}': 'removeDocumentBelow',
  'GET /api/v1/path/{rest}': 'getDocumentByPath',
  'POST /api/v1/path/{rest}': 'createDocumentByPath',
  'PUT /api/v1/path/{rest}': 'updateDocumentByPath',
  'DELETE /api/v1/path/{rest}': 'removeDocumentByPath',
  'GET /api/v1/id/{id}/@annotation': 'getDocumentAnnotations',
  'POST /api/v1/id/{id}/@annotation': 'createDocumentAnnotation',
  'GET /api/v1/id/{id}/@comment': 'getDocumentComments',
  'POST /api/v1/id/{id}/@comment': 'createDocumentComment',
  'GET /api/v1/id/{id}/@convert': 'convertDocument',
  'POST /api/v1/id/{id}/@convert': 'convertDocumentByForm',
  'GET /api/v1/id/{id}/@emptyWithDefault': 'getDocumentTemplateBelow',
  'POST /api/v1/id/{id}/@op/{operation}': 'callOperationOnDocument',
  'GET /api/v1/id/{id}/@pp/{provider}': 'searchDocumentByProvider',
  'GET /api/v1/id/{id}/@search': 'searchBelowDocument',
  'GET /api/v1/id/{id}/@task': 'getDocumentTasks',
  'PUT /api/v1/id/{id}/@task/{taskId}/{action}': 'endDocumentTask',
  'GET /api/v1/id/{id}/@workflow': 'getDocumentWorkflows',
  'POST /api/v1/id/{id}/@workflow': 'startDocumentWorkflow',
  'GET /api/v1/management/jobs': 'getJobs',
  'DELETE /api/v1/management/jobs/{jobId}': 'removeJob',
  'PUT /api/v1/management/jobs/{jobId}/retry': 'retryJob',
  'GET /api/v1/management/migration': 'getMigrations',
  'POST /api/v1/management/migration/{migrationId}/probe': 'probeMigration',
  'POST /api/v1/management/migration/{migrationId}/run/{stepId}': 'runMigrationStep',
  'DELETE /api/v1/management/bulk/{commandId}': 'abortManagementBulk',
  'POST /api/v1/management/elasticsearch/{documentId}/reindex': 'reindexDocument',
  'POST /api/v1/management/fulltext/fixBinaryStorage': 'fixManagementFulltext',
  'POST /api/v1/management/probes': 'runProbes',
  'POST /api/v1/management/probes/{probe}': 'runProbe',
  'GET /api/v1/management/probes/{probe}': 'getProbe',
  'POST /api/v1/management/work-manager/run-works-in-failure': 'runFailedJobs',
  'GET /api/v1/me': 'getCurrentUser',
  'PUT /api/v1/me/changepassword': 'changePassword',
  'POST /api/v1/me/second-factor': 'beginSecondFactor',
  'PUT /api/v1/me/second-factor': 'confirmSecondFactor',
  'DELETE /api/v1/management/second-factor/{username}': 'removeSecondFactorOfUser',
  'GET /api/v1/oauth2/client': 'getOauth2Clients',
  'GET /api/v1/oauth2/client/{clientId}': 'getOauth2Client',
  'GET /api/v1/oauth2/provider': 'getOauth2Providers',
  'GET /api/v1/oauth2/provider/{provider}': 'getOauth2Provider',
  'GET /api/v1/oauth2/token': 'getOauth2Tokens',
  'GET /api/v1/oauth2/token/{kind}': 'getOauth2TokensOfKind',
  'GET /api/v1/openapi.json': 'getDescription',
  'GET /api/v1/query': 'queryDocuments',
  'GET /api/v1/query/{name}': 'queryDocumentsByProvider',
  'GET /api/v1/search/execute': 'searchDocuments',
  'GET /api/v1/search/lang/pp/{name}': 'searchByProviderName',
  'GET /api/v1/search/lang/NXQL/execute': 'searchDocumentsInLanguage',
  'GET /api/v1/search/pp/{name}': 'getPageProvider',
  'GET /api/v1/search/pp/{name}/execute': 'searchByProvider',
  'GET /api/v1/search/saved': 'getSavedSearches',
  'POST /api/v1/search/saved': 'createSavedSearch',
  'GET /api/v1/search/saved/{id}': 'getSavedSearch',
  'PUT /api/v1/search/saved/{id}': 'updateSavedSearch',
  'DELETE /api/v1/search/saved/{id}': 'removeSavedSearch',
  'GET /api/v1/search/saved/{id}/execute': 'searchBySavedSearch',
  'POST /api/v1/search/bulk/{action}': 'runBulkAction',
  'POST /api/v1/search/lang/NXQL/bulk/{action}': 'runBulkActionInLanguage',
  'POST /api/v1/search/pp/{name}/bulk/{action}': 'runBulkActionByProvider',
  'POST /api/v1/search/saved/{id}/bulk/{action}': 'runBulkActionBySavedSearch',
  'GET /api/v1/task': 'getTasks',
  'PUT /api/v1/task/{taskId}/{action}': 'endTask',
  'GET /api/v1/token': 'getTokens',
  'POST /api/v1/upload': 'createUploadBatch',
  'POST /api/v1/upload/new/default': 'createDefaultUploadBatch',
  'POST /api/v1/upload/new/s3': 'createStorageUploadBatch',
  'GET /api/v1/upload/handlers/default': 'getDefaultUploadHandler',
  'GET /api/v1/upload/handlers/s3': 'getStorageUploadHandler',
  'GET /api/v1/upload/{batchId}': 'getUploadedFiles',
  'DELETE /api/v1/upload/{batchId}': 'removeUploadBatch',
  'GET /api/v1/upload/{batchId}/info': 'getUploadBatch',
  'POST /api/v1/upload/{batchId}/refreshToken': 'refreshUploadToken',
  'POST /api/v1/upload/{batchId}/{fileIdx}': 'uploadFile',
  'GET /api/v1/upload/{batchId}/{fileIdx}': 'getUploadedFile',
  'DELETE /api/v1/upload/{batchId}/{fileIdx}': 'removeUploadedFile',
  'POST /api/v1/upload/{batchId}/{fileIdx}/{step}': 'completeUploadedFile',
  'POST /api/v1/upload/{batchId}/execute/{operationId}': 'callOperationOnUploadBatch',
  'POST /api/v1/upload/{batchId}/{fileIdx}/execute/{operationId}': 'callOperationOnUploadedFile',
  'GET /api/v1/user/search': 'findUsers',
  'POST /api/v1/user/{rest}': 'addUserToGroup',
  'POST /api/v1/workflow': 'startWorkflow',
  'GET /api/v1/workflow': 'getWorkflows',
  'DELETE /api/v1/workflow/{workflowId}': 'cancelWorkflow',
  'GET /api/v1/workflowModel': 'getWorkflowModels',
  'GET /app': 'getWebApplication',
  'GET /app/{rest}': 'getWebApplicationFile',
  'GET /authentication/token': 'getDeviceToken',
  'GET /drive_browser_login.jsp': 'getDriveSignInPage',
  'POST /drive_browser_login.jsp': 'signInDrive',
  'GET /json/cmis': 'getCmisFacts',
  'GET /login': 'continueAfterLogin',
  'POST /login': 'signIn',
  'GET /login.jsp': 'getSignInPage',
  'GET /login/oidc': 'listIdentityProviders',
  'GET /login/oidc/{name}': 'beginOidcSignIn',
  'GET /login/oidc/{name}/callback': 'endOidcSignIn',
  'GET /logout': 'signOut',
  'POST /logout': 'signOutByForm',
  'GET /nxbigblob/{key}': 'downloadCommandResult',
  'GET /nxblobstatus/{key}': 'getCommandResultStatus',
  'GET /nxdownloadinfo/{rest}': 'getDownloadInfo',
  'GET /nxfile/{rest}': 'downloadFile',
  'GET /oauth2/authorize': 'getOauth2AuthorizePage',
  'POST /oauth2/authorize_submit': 'submitOauth2Authorization',
  'POST /oauth2/sign_in': 'signInForOauth2',
  'POST /oauth2/token': 'createOauth2Token',
  'GET /site/automation': 'getOperations',
  'GET /site/automation/doc': 'getOperationsPage',
  'POST /site/automation/login': 'login',
  'GET /site/automation/{operation}': 'getOperation',
  'POST /site/automation/{operation}': 'callOperation',
  'POST /site/automation/{operation}/@async': 'callOperationInBackground',
  'GET /site/automation/{operation}/@async/{execution}': 'getOperationResult',
  'DELETE /site/automation/{operation}/@async/{execution}': 'abortOperation',
  'GET /site/automation/{operation}/@async/{execution}/status': 'getOperationStatus',
  'GET /site/automation/{operation}/yaml': 'getOperationAsYaml',
  'POST /site/es/{index}/_search': 'countInGroups',
  'POST /site/es/{index}/{type}/_search': 'countInGroupsOfType',
  'GET /site/notifications/unsubscribe/{token}': 'getUnsubscribePage',
  'POST /site/notifications/unsubscribe/{token}': 'unsubscribe',
  'GET /site/userInvitation/enterpassword/{configurationName}/{requestId}': 'getInvitationPage',
  'POST /site/userInvitation/validate': 'acceptInvitation',
  'GET /startup': 'continueAfterStartup',
  'POST /startup': 'signInAtStartup',
  'GET /viewer/{edition}/{rest}': 'getViewerFile',
};

const byPath = '/api/v1/path/{rest}/@';

/** A unique name for the operation of a path, such as `getDocumentByPath`. */
export function operationIdOf(method: string, path: string): string {
  if (path.startsWith(byPath)) {
    return `${operationIdOf(method, path.replace(byPath, '/api/v1/id/{id}/@'))}ByPath`;
  }
  return ids[`${method} ${path}`] ?? idFromWords(method, path);
}

const roots: ReadonlySet<string> = new Set(['api', 'v1', 'site']);

function idFromWords(method: string, path: string): string {
  const segments = path.split('/').filter((each) => each !== '' && !roots.has(each));
  const words = segments.filter((each) => !each.startsWith('{'));
  const last = words.at(-1) ?? '';
  const isAction = words.length > 1 && actions.has(last);
  const verb = isAction ? last : (verbs[method] ?? 'call');
  const nouns = (isAction ? words.slice(0, -1) : words).map(nounOf);
  return verb + nouns.join('') + variableOf(segments.at(-1) ?? '', nouns.at(-1) ?? '');
}

/** `{name}` → `ByName`; nothing where it is the rest of a path or named after what it finds. */
function variableOf(segment: string, noun: string): string {
  const name = capitalized(/^\{(\w+)\}$/.exec(segment)?.[1] ?? '');
  return name === '' || name === 'Rest' || name.startsWith(noun) ? '' : `By${name}`;
}

/** `@acl` and `second-factor` → `Acl` and `SecondFactor`; below `id` is what belongs to a document. */
function nounOf(word: string): string {
  if (word === 'id') return 'Document';
  const parts = word.split(/[^A-Za-z0-9]+/);
  return parts.map(capitalized).join('');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
