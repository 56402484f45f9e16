import type { Operation, ParamType } from '../../src/automation/define.ts';
import { defaultChains, operations } from '../../src/operations/index.ts';
import { endOfImport, importCsv } from '../support/csv-imports.ts';
import { filePart, jsonPart, multipartBody, multipartType } from '../support/multipart.ts';
import { callOperation } from '../support/operations.ts';
import { type Ground, must, type Site, vaultMark } from './site.ts';
import type { Call, CallMaker, Row } from './walk.ts';

interface OperationCall {
  readonly input?: string | object;
  /** Contents, instead of the input. */
  readonly files?: readonly string[];
  readonly params?: object;
  readonly context?: object;
}

type Make = (site: Site, ground: Ground) => OperationCall | Promise<OperationCall>;

let count = 0;
function next(): string {
  count += 1;
  return `called-${count}`;
}

/** Values of required parameters, by their name. */
const byName: Readonly<Record<string, unknown>> = {
  acl: 'local',
  facet: 'HiddenInNavigation',
  increment: 'Minor',
  name: 'renamed',
  permission: 'Read',
  schema: 'dublincore',
  tags: 'one,two',
  type: 'Note',
  user: 'bystander',
  value: 'x',
  version: 'minor',
  xpath: 'dc:description',
  directoryName: 'nature',
};

const byType: Partial<Record<ParamType, unknown>> = {
  properties: 'dc:description=changed',
  long: 1,
  int: 10,
  integer: 10,
  boolean: true,
};

const documentTypes: readonly ParamType[] = ['document', 'documents'];

async function requiredParams(operation: Operation, site: Site): Promise<object> {
  const given: Record<string, unknown> = {};
  for (const [name, { required, type }] of Object.entries(operation.params)) {
    if (!required) continue;
    if (documentTypes.includes(type)) given[name] = (await site.create('Folder')).uid;
    else given[name] = byName[name] ?? byType[type] ?? 'x';
  }
  return given;
}

/** The input that most calls of the operation have. */
async function usualInput(operation: Operation, site: Site): Promise<OperationCall> {
  const inputs = operation.methods.map(({ input }) => input);
  const type = converting.test(operation.id) ? 'Folder' : 'File';
  if (inputs.includes('document')) return { input: (await site.create(type)).uid };
  if (inputs.includes('documents')) return { input: `docs:${(await site.create(type)).uid}` };
  if (inputs.includes('blob')) return { files: ['sent'] };
  return inputs.includes('bloblist') ? { files: ['one', 'two'] } : {};
}

const inFolder =
  (params: object = {}): Make =>
  ({ folder }) => ({ input: folder.uid, params });
const noInput =
  (params: object): Make =>
  () => ({ params });
const onFile =
  (params: object = {}): Make =>
  ({ file }) => ({ input: file.uid, params });
const onNew =
  (params: object = {}): Make =>
  async (site) => ({ input: (await site.create()).uid, params });
const driveId = (kind: 'File' | 'Folder') => async (site: Site) => {
  return `defaultFileSystemItemFactory#default#${(await site.create(kind)).uid}`;
};
/** Its work is done by other processes: the documents have no file, so that none is started. */
const converting =
  /^(?:PDF|Video)\.|^Picture\.(?:Re|Create)|^Render\.|^Blob\.(?:ConcatenatePDFs|Convert|RunConverter|ToPDF)$/;
const lockedBy = async (site: Site): Promise<string> => {
  const { uid } = await site.create();
  await must(callOperation(site.app, 'Document.Lock', { input: uid }));
  return uid;
};
const permissionOf = async (site: Site): Promise<{ input: string; id: string }> => {
  const { uid } = await site.create();
  const params = { permission: 'Read', username: 'bystander', notify: false };
  await must(callOperation(site.app, 'Document.AddPermission', { input: uid, params }));
  const { json } = await must(site.app.request(`GET /api/v1/id/${uid}/@acl`));
  const local = json.acl.find(({ name }: { name: string }) => name === 'local');
  return { input: uid, id: local.ace.at(-1).id };
};
const collected = async (site: Site): Promise<{ collection: string; member: string }> => {
  const [collection, member] = [await site.create('Collection'), await site.create()];
  const params = { collection: collection.uid };
  await must(callOperation(site.app, 'Document.AddToCollection', { input: member.uid, params }));
  return { collection: collection.uid, member: member.uid };
};
const titleQuery = `SELECT * FROM Document WHERE dc:title LIKE 'walnut%' OR dc:title LIKE 'hazel%'`;
const entries = (list: readonly object[]) => ({
  directoryName: 'nature',
  entries: JSON.stringify(list),
});

const attachFiles: Make = async (site) => {
  const { uid } = await site.create();
  return { files: ['one', 'two'], context: { currentDocument: uid, document: uid } };
};
/** What the caller has is listed: the administrator has a task. */
const withTask: Make = async (site) => {
  await site.startReview();
  return {};
};
/** An import of the administrator, with a line that is refused. */
const imported: Make = async (site, { vault }) => {
  const file = `name,type\n${vaultMark},${vaultMark}\n`;
  const { json } = await must(importCsv(site.app, file, { path: vault.folder.path }));
  await endOfImport(site.app, json.value);
  return { input: json.value };
};
/** They hand a file of the caller to another process: a call without it starts none. */
const withoutFile = noInput({});
/** What single operations need to get to their work. */
const special: Readonly<Record<string, Make>> = {
  'Collection.Create': noInput({ name: 'made' }),
  'Collection.RemoveFromCollection': async (site) => {
    const { collection, member } = await collected(site);
    return { input: member, params: { collection } };
  },
  'Collection.GetDocumentsFromCollection': async (site) => ({
    input: (await collected(site)).collection,
  }),
  'Document.AddToCollection': async (site) => ({
    input: (await site.create()).uid,
    params: { collection: (await site.create('Collection')).uid },
  }),
  'Document.MoveCollectionMember': async (site) => {
    const { collection, member } = await collected(site);
    return { input: collection, params: { member1: member } };
  },
  'Document.CheckIn': onNew({ version: 'minor' }),
  'Document.CheckOut': async (site) => {
    const { uid } = await site.create();
    const params = { increment: 'Minor' };
    await must(callOperation(site.app, 'Document.CreateVersion', { input: uid, params }));
    return { input: uid };
  },
  'Document.Create': inFolder({ type: 'Note', name: 'made' }),
  'Document.CreateLiveProxy': async (site) => ({
    input: (await site.create()).uid,
    params: { 'Destination Path': (await site.create('Folder')).uid },
  }),
  'Document.EmptyTrash': async (site) => {
    const folder = await site.create('Folder');
    const body = { 'entity-type': 'document', name: 'old', type: 'Note', properties: {} };
    const child = await must(site.app.request(`POST /api/v1/id/${folder.uid}`, { body }));
    await must(callOperation(site.app, 'Document.Trash', { input: child.json.uid }));
    return { params: { parent: folder.uid } };
  },
  'Document.Export': onFile(),
  'Document.FollowLifecycleTransition': onNew({ value: 'approve' }),
  'Document.GetChild': inFolder({ name: 'file' }),
  'Document.GetChildren': inFolder(),
  'Document.GetLastVersion': onFile(),
  'Document.GetVersions': onFile(),
  'Proxy.GetSourceDocument': async (site) => ({ input: (await site.createProxy()).uid }),
  'Document.Order': async (site) => {
    const folder = await site.create('OrderedFolder');
    const child = await must(
      site.app.request(`POST /api/v1/id/${folder.uid}`, {
        body: { 'entity-type': 'document', name: 'first', type: 'Note', properties: {} },
      }),
    );
    return { input: child.json.uid };
  },
  'Document.RemoveProxies': async (site) => {
    const { uid } = await site.createProxy();
    const source = await must(callOperation(site.app, 'Proxy.GetSourceDocument', { input: uid }));
    return { input: source.json.uid };
  },
  'Document.RestoreVersion': async (site) => ({ input: (await site.createVersion()).uid }),
  'Document.Unlock': async (site) => ({ input: await lockedBy(site) }),
  'Document.Untrash': async (site) => {
    const { uid } = await site.create();
    await must(callOperation(site.app, 'Document.Trash', { input: uid }));
    return { input: uid };
  },
  'NuxeoDrive.AttachBlob': async (site) => ({
    files: ['sent'],
    params: { document: (await site.create()).uid },
  }),
  'NuxeoDrive.CreateFile': async (site) => ({
    files: ['sent'],
    params: { parentId: await driveId('Folder')(site) },
  }),
  'NuxeoDrive.CreateFolder': async (site) => ({
    params: { name: next(), parentId: await driveId('Folder')(site) },
  }),
  'NuxeoDrive.Delete': async (site) => ({ params: { id: await driveId('File')(site) } }),
  'NuxeoDrive.GetChildren': async (site) => ({ params: { id: await driveId('Folder')(site) } }),
  'NuxeoDrive.GetFileSystemItem': async (site) => ({ params: { id: await driveId('File')(site) } }),
  'NuxeoDrive.Move': async (site) => ({
    params: { srcId: await driveId('File')(site), destId: await driveId('Folder')(site) },
  }),
  'NuxeoDrive.Rename': async (site) => ({
    params: { id: await driveId('File')(site), name: next() },
  }),
  'NuxeoDrive.ScrollDescendants': async (site) => ({
    params: { id: await driveId('Folder')(site), batchSize: 10 },
  }),
  'NuxeoDrive.SetSynchronization': async (site) => ({
    input: (await site.create('Folder')).uid,
    params: { enable: true },
  }),
  'NuxeoDrive.UpdateFile': async (site) => ({
    files: ['sent'],
    params: { id: await driveId('File')(site) },
  }),
  'Document.Mail': onFile({
    from: 'a@example.org',
    to: 'b@example.org',
    subject: 's',
    message: 'm',
  }),
  'Repository.GetDocument': ({ file }) => ({ params: { value: file.uid } }),
  'Document.FetchByProperty': noInput({
    property: 'dc:title',
    values: 'walnut document,hazel document',
  }),
  'Repository.Query': noInput({ query: titleQuery, pageSize: 1_000 }),
  'Repository.ResultSetQuery': noInput({
    query: titleQuery.replace('*', 'dc:title'),
    pageSize: 1_000,
  }),
  'Repository.PageProvider': ({ folder }) => ({
    params: { providerName: 'document_content', queryParams: folder.uid },
  }),
  'Repository.ResultSetPageProvider': ({ folder }) => ({
    params: { providerName: 'document_content', queryParams: folder.uid },
  }),
  'Render.Document': onFile({ template: 'templates:walk' }),
  'Context.RestoreDocumentsInput': ({ file }) => ({
    params: { name: 'kept' },
    context: { kept: [`doc:${file.uid}`] },
  }),
  'Context.RestoreDocumentsInputFromScript': ({ file }) => ({
    params: { script: 'kept' },
    context: { kept: [`doc:${file.uid}`] },
  }),
  'Context.RestoreDocumentInput': ({ file }) => ({
    params: { name: 'kept' },
    context: { kept: `doc:${file.uid}` },
  }),
  'Context.RestoreDocumentInputFromScript': ({ file }) => ({
    params: { script: 'kept' },
    context: { kept: `doc:${file.uid}` },
  }),
  RunDocumentOperation: onFile({ id: 'Document.GetParent' }),
  RunFileOperation: () => ({ files: ['sent'], params: { id: 'Context.FetchFile' } }),
  RunOperation: noInput({ id: 'Repository.SaveSession' }),
  RunOperationOnList: ({ file }) => ({
    params: { id: 'Repository.SaveSession', list: 'list' },
    context: { list: [file.uid] },
  }),
  RunOperationOnProvider: async (site) => ({
    input: `docs:${site.file.uid}`,
    params: { id: 'Document.GetParent' },
  }),
  'Context.RunDocumentOperationInNewTx': noInput({ id: 'Repository.SaveSession' }),
  RunInputScript: () => ({ files: ['1'] }),
  RunScript: noInput({ script: '1' }),
  'Document.AddPermission': onNew({ permission: 'Read', username: 'bystander', notify: false }),
  'Document.ReplacePermission': async (site) => {
    const { input, id } = await permissionOf(site);
    return { input, params: { id, permission: 'ReadWrite', username: 'bystander' } };
  },
  'Document.SendNotificationEmailForPermission': async (site) => {
    const { input, id } = await permissionOf(site);
    return { input, params: { id } };
  },
  'Document.RemovePermission': async (site) => {
    const { input, id } = await permissionOf(site);
    return { input, params: { id } };
  },
  'Document.AddEntryToMultivaluedProperty': onNew({ xpath: 'dc:subjects', value: 'art' }),
  'Document.RemoveEntryOfMultivaluedProperty': async (site) => ({
    input: (await site.create('File', { 'dc:subjects': ['art'] })).uid,
    params: { xpath: 'dc:subjects', value: 'art' },
  }),
  'Document.AddItemToListProperty': onNew({
    xpath: 'files:files',
    complexJsonProperties: '[{"file": null}]',
  }),
  'Document.RemoveItemFromListProperty': onNew({ xpath: 'files:files', index: 0 }),
  'Document.CopySchema': async (site) => ({
    input: (await site.create()).uid,
    params: { schema: 'files', sourceId: site.file.uid },
  }),
  'Document.ResetSchema': onNew({ xpath: 'dc:description' }),
  'Document.AddFacet': onNew({ facet: 'HiddenInNavigation' }),
  'Document.RemoveFacet': async (site) => {
    const { uid } = await site.create();
    const params = { facet: 'HiddenInNavigation' };
    await must(callOperation(site.app, 'Document.AddFacet', { input: uid, params }));
    return { input: uid, params };
  },
  'FileManager.CreateFolder': inFolder({ title: 'made' }),
  'FileManager.Import': ({ folder }) => ({
    files: ['sent'],
    context: { currentDocument: folder.path },
  }),
  'FileManager.ImportWithProperties': ({ folder }) => ({
    files: ['sent'],
    params: { properties: 'dc:description=x' },
    context: { currentDocument: folder.path },
  }),
  'FileManager.ImportWithMetaData': ({ folder }) => ({
    files: ['sent'],
    context: { currentDocument: folder.path, properties: 'dc:description=x' },
  }),
  AttachFiles: attachFiles,
  VersionAndAttachFile: attachFiles,
  VersionAndAttachFiles: attachFiles,
  'Blob.AttachOnDocument': async (site) => ({
    files: ['sent'],
    params: { document: (await site.create()).uid },
  }),
  'BlobHolder.AttachOnCurrentDocument': async (site) => ({
    files: ['sent'],
    context: { currentDocument: (await site.create()).uid },
  }),
  'Blob.BulkDownload': ({ file }) => ({ input: `docs:${file.uid}` }),
  'Blob.DownloadTree': ({ file }) => ({ input: `docs:${file.uid}` }),
  'Blob.MeasureDownload': ({ file }) => ({ input: `docs:${file.uid}` }),
  'Document.GetBlob': onFile(),
  'Document.GetBlobs': onFile(),
  'Document.GetBlobsByProperty': onFile(),
  'Document.GetContainerRendition': inFolder(),
  'Document.GetRendition': onFile({ renditionName: 'xmlExport' }),
  'Blob.RemoveFromDocument': onNew({ xpath: 'file:content' }),
  'Document.SetBlob': async (site) => ({
    input: (await site.create()).uid,
    params: { file: { data: 'new', name: 'new.txt' } },
  }),
  'Document.SetBlobName': onNew({ name: 'new.txt' }),
  'Directory.CreateEntries': () => ({ params: entries([{ id: next(), label: 'made' }]) }),
  'Directory.CreateVocabularyEntry': () => ({ params: { vocabularyName: 'nature', id: next() } }),
  'Directory.DeleteEntries': () => ({ params: { directoryName: 'nature', entries: '["none"]' } }),
  'Directory.ReadEntries': noInput({ directoryName: 'nature', entries: '["article"]' }),
  'Directory.UpdateEntries': noInput(entries([{ id: 'article', label: 'Article' }])),
  'Directory.Projection': noInput({
    directoryName: 'nature',
    columnName: 'label',
    variableName: 'x',
  }),
  'Directory.LoadFromCSV': () => ({
    files: ['id,label\n'],
    params: { directoryName: 'nature', dataLoadingPolicy: 'update_duplicate' },
  }),
  'Group.CreateOrUpdate': () => ({ params: { groupname: next() } }),
  'User.CreateOrUpdate': () => ({ params: { username: next() } }),
  PermissionsPurge: async (site) => ({
    input: (await site.create('Folder')).uid,
    params: { usernames: 'bystander' },
  }),
  'Tag.Suggestion': ({ file }) => ({ params: { document: file.uid } }),
  'Task.GetAssigned': withTask,
  'Workflow.UserTaskPageProvider': withTask,
  'PDF.AddPageNumbers': withoutFile,
  'PDF.MergeWithBlobs': withoutFile,
  'PDF.WatermarkWithText': withoutFile,
  'Blob.ConcatenatePDFs': withoutFile,
  'Task.Create': onNew({
    'task name': 'made',
    'additional list of actors prefixed ids': 'user:bystander',
  }),
  'Picture.RecomputeViews': noInput({ query: titleQuery }),
  RecomputeThumbnails: noInput({ query: titleQuery }),
  'Bulk.RunAction': noInput({ action: 'setProperties', query: titleQuery, parameters: '{}' }),
  'Bulk.WaitForAction': (_site, { commandId }) => ({ params: { commandId } }),
  'Context.StartWorkflow': onNew({ id: 'SerialDocumentReview' }),
  'Document.Routing.GetGraph': async (site) => ({
    params: { routeDocId: (await site.startReview()).workflowId },
  }),
  'WorkflowInstance.Cancel': async (site) => ({
    params: { id: (await site.startReview()).workflowId },
  }),
  'Workflow.GetOpenTasks': async (site) => ({ input: (await site.startReview()).on.uid }),
  'Workflow.ResumeNode': async (site) => ({
    params: { workflowInstanceId: (await site.startReview()).workflowId, nodeId: 'Task38e' },
  }),
  'Context.SetWorkflowVar': async (site) => ({
    params: {
      name: 'initiatorComment',
      value: 'x',
      workflowInstanceId: (await site.startReview()).workflowId,
    },
  }),
  'WorkflowModel.BulkRestartInstances': noInput({ workflowId: 'SerialDocumentReview' }),
  'WorkflowTask.Complete': async (site) => ({
    input: (await site.startReview()).taskId,
    params: { status: 'start_review', workflowVariables: { participants: ['bystander'] } },
  }),
  'Search.SuggestersLauncher': noInput({ searchTerm: 'walnut' }),
  'User.Invite': () => ({
    input: { 'entity-type': 'user', properties: { username: next(), email: 'a@example.org' } },
  }),
  'Event.Fire': ({ file }) => ({ input: `doc:${file.uid}`, params: { name: 'walked' } }),
  'JsonStack.ToggleDisplay': noInput({ enableTrace: false }),
  Log: noInput({ level: 'debug', message: 'walk' }),
  'Audit.LogEvent': onNew({ event: 'walked' }),
  'CSV.Import': async (site) => ({
    files: ['name,type\n'],
    params: { path: (await site.create('Folder')).path },
  }),
  'CSV.ImportLog': imported,
  'CSV.ImportResult': imported,
  'CSV.ImportStatus': imported,
  'Traces.ToggleRecording': noInput({ enableTrace: false }),
  'WorkManager.RunWorkInFailure': noInput({ dryRun: true }),
  'Document.PublishToSections': async (site) => ({
    input: (await site.create()).uid,
    params: { target: [(await site.create('Section')).uid] },
  }),
  'Document.PublishToSection': async (site) => ({
    input: (await site.create()).uid,
    params: { target: (await site.create('Section')).uid },
  }),
};

function callOf(id: string, { input, files, params = {}, context }: OperationCall): Call {
  const line = `POST /site/automation/${encodeURIComponent(id)}`;
  if (files === undefined) return { line, options: { body: { input, params, context } } };
  const parts = files.map((content, index) => filePart(`${index}.txt`, content));
  const body = multipartBody([jsonPart({ params, context }), ...parts]);
  return { line, options: { body, headers: { 'content-type': multipartType } } };
}

function rowOf(id: string, usual: Make): Row {
  const make: CallMaker = async (site, ground) =>
    callOf(id, await (special[id] ?? usual)(site, ground));
  return { name: id, make };
}

/** Of every operation and every chain that comes with the program. */
export function operationRows(): readonly Row[] {
  const ofOperations = operations.map((operation) =>
    rowOf(operation.id, async (site) => ({
      ...(await usualInput(operation, site)),
      params: await requiredParams(operation, site),
    })),
  );
  const ofChains = defaultChains.map(({ id }) => rowOf(id, onNew()));
  return [...ofOperations, ...ofChains];
}
