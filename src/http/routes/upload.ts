import { now } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BatchId } from '../../base/ids.ts';
import type { ReceiveOptions } from '../../blobs/blob-source.ts';
import { exceptionSchema } from '../../entities/exception-entity.ts';
import { arrayOf } from '../../entities/json-schema.ts';
import {
  batchCreatedSchema,
  batchInfoSchema,
  fileInfoSchema,
  readCompletionClaim,
  refreshedTokenSchema,
  uploadCompletedSchema,
  uploadHandlerSchema,
  uploadHandlersSchema,
  uploadResultSchema,
  writeBatchCreated,
  writeBatchInfo,
  writeFileInfo,
  writeRefreshedToken,
  writeUploadCompleted,
  writeUploadHandlers,
  writeUploadResult,
} from '../../entities/upload-entity.ts';
import { type UploadBatch, useBatch } from '../../repository/attachments/upload-batches.ts';
import { receiveChunk } from '../../repository/attachments/upload-chunks.ts';
import { checkCompletion } from '../../repository/attachments/upload-completion.ts';
import {
  findFile,
  isWhole,
  listFiles,
  parseFileIndex,
  type UploadedFile,
} from '../../repository/attachments/upload-files.ts';
import { receiveFile, removeBatch, removeFile } from '../../repository/attachments/uploads.ts';
import {
  completeDirect,
  grantFor,
  knownUploadProviders,
  openBatch,
  removeDirect,
  uploadProviders,
} from '../direct-uploads.ts';
import { callOnBatch } from '../operation-batch.ts';
import { callParameters, callResponses } from '../operation-call.ts';
import { callContent, fileContent, objectContent } from '../request-content.ts';
import { isNetworkBody } from '../requests/network-body.ts';
import {
  parseUploadHeaders,
  type UploadHeaders,
  uploadParameters,
} from '../requests/upload-headers.ts';
import { either, empty, json, plainText } from '../responses.ts';
import {
  defineRoute,
  emptyReply,
  jsonReply,
  type RequestContext,
  type RouteDefinition,
  type RouteReply,
} from '../route.ts';

function uploadReply(status: number, entity: object): RouteReply {
  return {
    ...jsonReply(status, entity),
    headers: { 'Content-Type': 'application/json; charset=UTF-8' },
  };
}

function textReply(status: number, text: string): RouteReply {
  return { status, text };
}

/** Unknown batches and files are an empty 404. */
async function emptyWhenMissing(work: () => Promise<RouteReply>): Promise<RouteReply> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error) || error.status !== 404 || !error.code.startsWith('batch.')) throw error;
    return emptyReply(404);
  }
}

/** Runs the handler with the caller's batch, whose life is extended. */
function withBatch(
  handle: (context: RequestContext, batch: UploadBatch) => Promise<RouteReply>,
): RouteDefinition['handle'] {
  return (context) =>
    emptyWhenMissing(async () => {
      const caller = { principal: context.principal, nowMs: now() };
      const batch = await useBatch(context.services, context.params.batchId ?? '', caller);
      return handle(context, batch);
    });
}

/** Runs the handler with a file of the caller's batch. */
function withFile(
  handle: (context: RequestContext, batchId: BatchId, file: UploadedFile) => Promise<RouteReply>,
): RouteDefinition['handle'] {
  return withBatch(async (context, { id }) => {
    const file = await fileOf(context, id);
    return file ? handle(context, id, file) : emptyReply(404);
  });
}

async function fileOf(
  context: RequestContext,
  batchId: BatchId,
): Promise<UploadedFile | undefined> {
  const index = parseFileIndex(context.params.fileIdx ?? '');
  if (index === undefined) return undefined;
  return context.read((unit) => findFile(unit.handle, batchId, index));
}

const notNumberMessage = 'fileIdx request path parameter must be a number';

async function upload(context: RequestContext, { id: batchId }: UploadBatch): Promise<RouteReply> {
  const fileIdx = context.params.fileIdx ?? '';
  const index = parseFileIndex(fileIdx);
  if (index === undefined) return textReply(400, notNumberMessage);
  let headers: UploadHeaders;
  try {
    headers = parseUploadHeaders(context.headers);
  } catch (error) {
    if (isAppError(error, 'request.invalid')) return textReply(400, error.message);
    throw error;
  }
  const file = await receive(context, { batchId, index, headers });
  const facts = { batchId, fileIdx, contentLength: headers.contentLength };
  return uploadReply(isWhole(file) ? 201 : 202, writeUploadResult(file, facts));
}

async function receive(
  context: RequestContext,
  target: { readonly batchId: BatchId; readonly index: number; readonly headers: UploadHeaders },
): Promise<UploadedFile> {
  const { batchId, index, headers } = target;
  const { services, stream } = context;
  const file = { batchId, index, name: headers.name, mimeType: headers.mimeType };
  const options = receiveOptions(context, headers);
  try {
    if (headers.chunk === undefined) return await receiveFile(services, file, stream, options);
    const chunk = {
      ...file,
      chunkIndex: headers.chunk.index,
      chunkCount: headers.chunk.count,
      announcedBytes: headers.chunk.fileSizeBytes,
    };
    return await receiveChunk(services, chunk, stream, options);
  } catch (error) {
    // Reads and drops the rest of the body, so that the client receives the response.
    stream.resume();
    throw error;
  }
}

function receiveOptions(context: RequestContext, headers: UploadHeaders): ReceiveOptions {
  const announced = headers.contentLength;
  return {
    signal: context.signal,
    ownsChunks: isNetworkBody(context.stream),
    ...(announced !== undefined && /^\d+$/.test(announced) && { sizeBytes: Number(announced) }),
  };
}

/** A file in the object storage becomes one of its batch when it is completed. */
async function refuseMissingFile(context: RequestContext): Promise<RouteReply | undefined> {
  const found = emptyReply();
  const reply = await withBatch(async (_context, { id, provider }) =>
    provider === 's3' || (await fileOf(context, id)) ? found : emptyReply(404),
  )(context);
  return reply === found ? undefined : reply;
}

async function complete(context: RequestContext, batch: UploadBatch): Promise<RouteReply> {
  const fileIdx = context.params.fileIdx ?? '';
  if (batch.provider === 's3') {
    const index = parseFileIndex(fileIdx);
    if (index === undefined) return textReply(400, notNumberMessage);
    await completeDirect(context, batch.id, index);
  } else {
    const file = await fileOf(context, batch.id);
    if (!file) return emptyReply(404);
    const claim = readCompletionClaim(context.body);
    await checkCompletion(context.services, batch.id, { file, claim });
  }
  return uploadReply(200, writeUploadCompleted({ batchId: batch.id, fileIdx }));
}

async function refreshToken(context: RequestContext, batch: UploadBatch): Promise<RouteReply> {
  const grant = await grantFor(context, batch);
  if (grant) return uploadReply(200, writeRefreshedToken(batch.id, grant));
  throw new AppError(
    'server.not-implemented',
    'The default upload handler has no credentials to refresh',
  );
}

const common = { root: 'api', access: 'authenticated' } as const;
const missing = { 404: empty('no such batch or file') } as const;

const executing = {
  method: 'POST',
  body: 'stream',
  bodyContent: callContent,
  parameters: callParameters,
  responses: callResponses,
  handle: callOnBatch,
} as const;

export const uploadRoutes: readonly RouteDefinition[] = [
  defineRoute({
    ...common,
    method: 'POST',
    path: '/upload',
    summary: 'Opens an upload batch',
    body: 'none',
    responses: { 201: json('the batch id', batchCreatedSchema) },
    handle: async (context) => {
      const { batch } = await openBatch(context, 'default');
      return uploadReply(201, writeBatchCreated(batch.id));
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/upload/handlers',
    summary: 'The ways to upload that this server knows',
    body: 'none',
    responses: { 200: json('the handlers', uploadHandlersSchema) },
    handle: async ({ services }) =>
      uploadReply(200, writeUploadHandlers(uploadProviders(services))),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/upload/handlers/:name',
    described: { values: { name: knownUploadProviders } },
    summary: 'One way to upload, if this server has it',
    body: 'none',
    responses: { 200: json('the handler', uploadHandlerSchema), 404: empty('no such handler') },
    handle: async (context) => {
      const { name = '' } = context.params;
      const isKnown = uploadProviders(context.services).some((provider) => provider === name);
      return isKnown ? uploadReply(200, { name }) : emptyReply(404);
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/upload/new/:handler',
    described: { values: { handler: knownUploadProviders } },
    summary: 'Opens an upload batch of a handler',
    body: 'none',
    responses: { 200: json('the batch', batchInfoSchema), 400: 'no such handler' },
    handle: async (context) => {
      const name = context.params.handler ?? '';
      const provider = uploadProviders(context.services).find((known) => known === name);
      if (provider === undefined) {
        throw new AppError('request.invalid', `Batch handler does not exist: ${name}`);
      }
      const { batch, grant } = await openBatch(context, provider);
      return uploadReply(200, writeBatchInfo(batch, [], grant));
    },
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/upload/:batchId',
    summary: 'The files of a batch',
    body: 'none',
    responses: {
      200: json('the files', arrayOf(fileInfoSchema)),
      204: empty('no file yet'),
      ...missing,
    },
    handle: withBatch(async (context, { id }) => {
      const files = await context.read((unit) => listFiles(unit.handle, id));
      return files.length === 0 ? emptyReply(204) : uploadReply(200, files.map(writeFileInfo));
    }),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/upload/:batchId/info',
    summary: 'Batch information',
    body: 'none',
    responses: { 200: json('the batch', batchInfoSchema), ...missing },
    handle: withBatch(async (context, batch) => {
      const files = await context.read((unit) => listFiles(unit.handle, batch.id));
      return uploadReply(200, writeBatchInfo(batch, files, await grantFor(context, batch)));
    }),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/upload/:batchId',
    summary: 'Drops a batch and its files',
    body: 'none',
    responses: { 204: empty('dropped'), ...missing },
    handle: withBatch(async (context, { id, provider }) => {
      await removeBatch(context.services, id);
      if (provider === 's3') await removeDirect(context, id);
      return emptyReply();
    }),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/upload/:batchId/:fileIdx',
    summary: 'Uploads a file, or one chunk of it',
    body: 'stream',
    bodyContent: fileContent,
    parameters: uploadParameters,
    responses: {
      201: json('the file is whole', uploadResultSchema),
      202: json('chunks are missing', uploadResultSchema),
      400: either(
        'a header is wrong, or the body is cut short',
        plainText(''),
        json('', exceptionSchema),
      ),
      409: 'the chunk was there already',
      ...missing,
    },
    handle: withBatch(upload),
  }),
  defineRoute({
    ...common,
    method: 'GET',
    path: '/upload/:batchId/:fileIdx',
    summary: 'What has arrived of a file',
    body: 'none',
    responses: {
      200: json('the file is whole', fileInfoSchema),
      202: json('chunks are missing', fileInfoSchema),
      ...missing,
    },
    handle: withFile(async (_context, _batchId, file) =>
      uploadReply(isWhole(file) ? 200 : 202, writeFileInfo(file)),
    ),
  }),
  defineRoute({
    ...common,
    method: 'DELETE',
    path: '/upload/:batchId/:fileIdx',
    summary: 'Drops a file of a batch',
    body: 'none',
    responses: { 204: empty('dropped'), ...missing },
    handle: withFile(async (context, batchId, file) => {
      await removeFile(context.services, batchId, file.index);
      return emptyReply();
    }),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/upload/:batchId/refreshToken',
    summary: 'New credentials for a direct upload',
    body: 'none',
    responses: {
      200: json('the credentials', refreshedTokenSchema),
      501: 'the handler has no credentials',
      ...missing,
    },
    handle: withBatch(refreshToken),
  }),
  defineRoute({
    ...common,
    method: 'POST',
    path: '/upload/:batchId/:fileIdx/complete',
    described: { variables: { step: 'complete' } },
    summary: 'Confirms what was uploaded',
    body: 'json',
    bodyContent: objectContent,
    responses: {
      200: json('as announced', uploadCompletedSchema),
      400: either('a member or the index is wrong', plainText(''), json('', exceptionSchema)),
      403: 'an object of another batch',
      409: 'not as announced',
      501: 'the handler is not configured any more',
      ...missing,
    },
    authorize: refuseMissingFile,
    handle: withBatch(complete),
  }),
  defineRoute({
    ...common,
    ...executing,
    path: '/upload/:batchId/execute/:operationId',
    summary: 'Runs an operation on the files of a batch, as a list',
  }),
  defineRoute({
    ...common,
    ...executing,
    path: '/upload/:batchId/:fileIdx/execute/:operationId',
    summary: 'Runs an operation on a file of a batch',
  }),
];
