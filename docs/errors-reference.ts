import { type ErrorCode, errorCatalogue } from '../src/base/errors/catalogue.ts';

/** What the sender of a request, or the operator of the server, can do about each error. */
const remedies: Readonly<Record<ErrorCode, string>> = {
  'acl.invalid':
    'Correct the entry that the message names: user, permission, dates, name of the ACL.',
  'authentication.code-needed':
    'Sign in with the password and a code, or use a token: `docs/guide/sign-in-sources.md`.',
  'authentication.failed': 'Send the right user name and password, or sign in again.',
  'authentication.refused': 'The message says what to use instead, or who can change it.',
  'authentication.slowed': 'Wait for the seconds in `Retry-After`, then try again.',
  'authentication.source-away':
    'Try again later. Users of this server and of other sources can sign in meanwhile.',
  'batch.not-found': 'Create a new batch and upload the files again.',
  'batch.file-not-found': 'Use an index that `GET /upload/{batchId}` lists, or upload the file.',
  'batch.mismatch': 'Upload the remaining chunks, or the whole file again with its right size.',
  'blob.missing': 'Use an xpath that holds a file, for example `file:content`.',
  'blob.reference-invalid':
    'Upload the file that the message names again, then repeat the request: the batch is kept.',
  'bulk.action-running':
    'Wait until the command that the message names has ended, or abort it with `DELETE /management/bulk/{id}`.',
  'bulk.command-completed': 'Nothing is left to abort: read its status.',
  'bulk.command-not-found':
    'Check the id. The status of a command is kept for a while after its end, and only shown to the user who submitted it and to administrators.',
  'comment.not-found':
    'Use an id that `@comment` or `@annotation` of the document lists. It may have been removed.',
  'content-model.invalid': 'Correct the listed places in `contentModelFiles`, then start again.',
  'conversion.busy': 'Try again after the time in `Retry-After`, or schedule the conversion.',
  'conversion.failed':
    'The message says why. Check that the file opens in its own program, and that it is not too large.',
  'conversion.not-found':
    'Use the addresses that the scheduling answered with, as the same user; results are kept for a day. The result is there once `poll` says `completed`.',
  'conversion.not-possible':
    'Name a type that the file can become, or a converter that reads it: `docs/guide/conversions.md` lists them.',
  'conversion.parameter-invalid': 'Correct the parameter that the message names.',
  'conversion.program-missing':
    'Install the Debian package that the message names on the machine of the server; no restart is needed.',
  'csv-import.invalid':
    'Correct the column that the message names. See [the import of CSV files](../guide/csv-import.md).',
  'csv-import.not-found':
    'Use the id that `CSV.Import` has returned. It is shown to the user who called it and to administrators, for seven days after the end.',
  'directory.entry-exists': 'Use another id, or update the existing entry.',
  'directory.entry-in-use': 'Remove or move the entries below it first.',
  'directory.entry-invalid': 'Correct the field that the message names.',
  'directory.entry-not-found': 'Use an id that the directory lists.',
  'directory.invalid': 'Correct the listed places in `directoryFiles`, then start again.',
  'directory.not-found': 'Use a name that `GET /directory` lists.',
  'document.change-token-stale': 'Read the document again and repeat the change on what it is now.',
  'document.has-proxy': 'Remove the proxies that the message names first.',
  'document.invalid-move': 'Choose a target that is not the document itself or below it.',
  'document.locked': 'Wait until the owner of the lock or an administrator removes it.',
  'document.name-invalid': 'Use a name without a slash or control characters.',
  'document.not-found': 'Check the id or path. The document may have been moved or removed.',
  'document.path-too-long': 'Use shorter names or a less deep folder.',
  'document.root-immutable': 'Work on a document below the root.',
  'document.too-large': 'Store long texts as files instead of properties.',
  'document.too-many-collisions': 'Send another `name`.',
  'document.type-unknown': 'Use a type that `GET /config/types` lists, or define it.',
  'document.version-immutable': 'Change the live document, or restore the version.',
  'expression.invalid': 'Correct the expression at the place that the message names.',
  'expression.limit': 'Simplify the expression, or split the work into several steps.',
  'group.exists': 'Use another name, or update the existing group.',
  'group.invalid': 'Correct the fields that the message names.',
  'group.not-found': 'Check the name of the group.',
  'group.reference-unknown': 'Create the group first, or leave it out.',
  'job.not-found': 'Use an id that `GET /management/jobs` lists.',
  'job.too-many':
    'Try again later, when some of the jobs are done, or raise `waitingOperationsMax`.',
  'lifecycle.transition-not-allowed': 'Use a transition that the present state has.',
  'listener.invalid': 'Correct the file named in the message (`listenerFiles`) and start again.',
  'mail.invalid': 'Correct the part of the mail that the message names.',
  'mail.refused':
    'Read the reply of the mail server in the failed job, and correct the address or the settings.',
  'mail.too-large': 'Attach fewer or smaller files, or raise `mailAttachmentsMaxMegabytes`.',
  'mail.unavailable': 'Nothing: the mail is sent again later. See the log for the reason.',
  'migration.not-found': 'Use an id that `GET /management/migration` lists.',
  'migration.not-runnable':
    'Read the migration: run one of its `steps`, and wait while one is running.',
  'notification.invalid':
    'Correct the file named in the message (`notificationFiles`, `mailTemplateFiles`) and start again.',
  'oauth2.client-invalid': 'Correct what the message names: name, id, redirect URIs or secret.',
  'oauth2.client-not-found': 'Use an id that `GET /oauth2/client` lists.',
  'oauth2.provider-invalid': 'Correct the member that the message names.',
  'oauth2.provider-not-found': 'Use a name that `GET /oauth2/provider` lists.',
  'operation.failed': 'Follow the message: it names the parameter or document.',
  'operation.input-mismatch': 'Send an input of a kind that the registry lists for the operation.',
  'operation.not-found': 'Use an id that the registry lists, or ask whether it is restricted.',
  'operation.parameter-invalid': 'Send the parameter that the message names, of the right type.',
  'operation.timeout': 'Do less in one transaction, or raise its timeout.',
  'operations.invalid': 'Correct the listed places in `operationFiles`, then start again.',
  'page-provider.not-found': 'Use a name of a configured page provider.',
  'page-providers.invalid': 'Correct the listed places in `pageProviderFiles`, then start again.',
  'path.invalid': 'Send an absolute path, its segments percent-encoded.',
  'permission.denied': 'Ask for the permission that the message names.',
  'property.invalid': 'Send a value of the type that the message names.',
  'property.read-only': 'Leave the property out, or let an administrator set it.',
  'property.violation': 'Correct the properties that the report names.',
  'repository.not-found': 'Use the repository `default`, or leave it out of the URL.',
  'request.answer-too-large': 'Ask for less: a smaller `pageSize` or fewer `properties`.',
  'request.conflict': 'Read the resource again, then repeat the request.',
  'request.host-unknown': 'Use a configured host, or add it to `allowedHosts`.',
  'request.invalid': 'Correct what the message names.',
  'request.method-not-allowed': 'Use one of the methods in the header `Allow` or the message.',
  'request.precondition-failed': 'Read the resource again and send its present tag or date.',
  'request.timeout': 'Send the body without long pauses.',
  'request.too-large': 'Send less in one request; upload large content as a file.',
  'request.too-many':
    'Wait for the seconds in `Retry-After`, and send fewer requests; the operator sets the [limits](../guide/rate-limits.md).',
  'request.unsupported-media-type': 'Send a content type or encoding that the message names.',
  'resource.not-found': 'Check the URL.',
  'second-factor.exists': 'Remove it with `DELETE /me/second-factor` first.',
  'second-factor.wrong': 'Send the code that the application shows now, or a recovery code.',
  'server.internal': 'Report it with the request id and the entry of the log.',
  'server.not-implemented': 'See the page on differences: this part is not available yet.',
  'server.shutting-down': 'Repeat the request after the restart.',
  'store.busy': 'Repeat the request after the seconds in `Retry-After`.',
  'store.conflict': 'Repeat the request.',
  'store.corrupt': 'Run `cartulary check`; restore the backup if it reports damage.',
  'store.foreign-key':
    'Repeat the request. If it fails again, report it with the entry of the log.',
  'store.full':
    'Free space on the disk of the data folder or of the database, or raise the quota of the bucket.',
  'store.mismatch': 'Point `data` and `databaseUrl` to parts of the same store.',
  'store.read-only': 'Give the server the right to write its data folder.',
  'store.server-version': 'Use PostgreSQL 17 or newer.',
  'store.timeout': 'Narrow the query, or raise `queryTimeLimitMs`.',
  'store.unavailable':
    'Check the database, S3 and the connections to them; then repeat the request.',
  'store.unique': 'Read what is there, then repeat the request.',
  'store.unknown': 'Look at the entry of the log; the cause is there.',
  'store.version': 'Use the program that wrote the store, or a newer one.',
  'task.not-active': 'Read the task again: another user has ended it, or its workflow has ended.',
  'task.not-found': 'Check the id of the task.',
  'token.not-found': 'Use an id that `GET /token` or `GET /oauth2/token/client` lists.',
  'token.refused': 'Ask for a new token; the message says what is wrong with this one.',
  'token.restricted': 'Use a token with more rights, or sign in with the password.',
  'transaction.too-large': 'Split the call, or raise the setting that the message names.',
  'user.exists': 'Use another name, or update the existing user.',
  'user.invalid': 'Correct the fields that the message names.',
  'user.not-found': 'Check the name of the user.',
  'user.reference-unknown': 'Create the user first, or leave it out.',
  'version.not-allowed': 'Use a type with the facet `Versionable`.',
  'web-application.invalid':
    'Correct the path or the folder in `webApplications`, then start again; the folder has an `index.html`.',
  'workflow.invalid': 'Correct the listed places in `workflowFiles`, then start again.',
  'workflow.looping':
    'Put a node with a task, or a condition that ends it, into the circle of the model.',
  'workflow.model-not-found': 'Check the name of the model; `GET /workflowModel` lists all.',
  'workflow.no-transition':
    'Use an action of the task, or give the variables on which the transitions depend.',
  'workflow.not-active': 'Start another workflow on the documents.',
  'workflow.not-available': 'Choose other documents, or change what the message names.',
  'workflow.not-found': 'Check the id of the workflow.',
  'workflow.not-reassignable': 'Delegate the task, or end it.',
  'workflow.step-failed': 'Correct what the message names: a variable, a document or the model.',
  'workflow.variable-invalid': 'Correct the value of the variable that the message names.',
};

const introduction = `# Error codes

This page is generated from \`src/base/errors/catalogue.ts\` by \`npm run docs\`; change that, not the page.

An error of a request is answered with an exception entity: its HTTP \`status\` and a \`message\` that names the
field and the remedy. The code is in the log together with the request id, which every response has in
\`X-Request-Id\`: errors of the server at the level \`error\`, those of callers at the level \`debug\`. In the few places
where the contract asks for another status than the one listed here, that one is sent.`;

/** The page on error codes. */
export function errorsReference(): string {
  const rows = Object.entries(errorCatalogue).map(([code, { status, meaning }]) => {
    return `| \`${code}\` | ${status} | ${meaning} | ${remedies[code as ErrorCode]} |`;
  });
  const table = ['| Code | Status | Meaning | Remedy |', '| --- | --- | --- | --- |', ...rows];
  return `${introduction}\n\n${table.join('\n')}\n`;
}
