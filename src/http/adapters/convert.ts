import { openContent } from '../../automation/execution.ts';
import { noteBlobOf } from '../../automation/note-blob.ts';
import { OperationBlob } from '../../automation/values.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { Conversion } from '../../conversion/converters/convert.ts';
import { checkConversion, convertContent } from '../../conversion/converters/convert-content.ts';
import {
  conversionScheduledSchema,
  writeConversionScheduled,
} from '../../entities/conversion-entity.ts';
import { scheduleConversion } from '../../jobs/renditions/convert-content.ts';
import type { Document } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import {
  type LeasedBlob,
  releaseLeases,
  stageWithLease,
} from '../../repository/attachments/blob-leases.ts';
import { inQuery } from '../parameters.ts';
import { contentParameters } from '../replies/blob-reply.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { formContent } from '../request-content.ts';
import { readConversion } from '../requests/conversion-request.ts';
import { getAddressed } from '../requests/document-address.ts';
import { readFormFields } from '../requests/form-fields.ts';
import { contentResponses, json } from '../responses.ts';
import type { RequestContext, RouteReply } from '../route.ts';
import { workbenchOf } from '../workbench.ts';
import {
  type AdapterDefinition,
  type AdapterResource,
  type AdapterTarget,
  defineAdapter,
  replyWith,
} from './adapter.ts';
import { blobAdapters } from './blob.ts';
import { renditionAdapter } from './rendition.ts';

/** Its main file, or the text of a note. */
function mainBlobOf(document: Document): OperationBlob | null {
  const note = noteBlobOf(document);
  if (note) return note;
  const blob = document.properties[mainBlobXpath];
  if (!isBlobValue(blob)) return null;
  return OperationBlob.stored(blob, { document, xpath: mainBlobXpath });
}

/** The content that the adapter before has, or the main one of the document. @throws AppError resource.not-found */
async function loadSource(
  context: RequestContext,
  { address, before }: AdapterTarget,
): Promise<AdapterResource> {
  if (!before)
    return { value: mainBlobOf(await context.read((unit) => getAddressed(unit, address))) };
  const sources: readonly AdapterDefinition[] = [...blobAdapters, renditionAdapter];
  const source = sources.find(({ name, resource }) => name === before.name && resource);
  if (source?.resource) return source.resource(context, { address, args: before.args });
  throw new AppError('resource.not-found', `What @${before.name} has cannot be converted`);
}

/** @throws AppError conversion.*, request.invalid, resource.not-found */
async function handle(context: RequestContext, target: AdapterTarget): Promise<RouteReply> {
  if (target.args.length > 0) {
    throw new AppError('resource.not-found', 'Nothing follows @convert: send parameters');
  }
  const source = await loadSource(context, target).catch((error: unknown) => {
    throw isAppError(error, 'blob.missing') ? noBlob() : error;
  });
  return replyWith(source, (value) => {
    if (!(value instanceof OperationBlob)) throw noBlob();
    return reply(context, value);
  });
}

function noBlob(): AppError {
  return new AppError('request.invalid', 'No Blob found');
}

async function reply(context: RequestContext, blob: OperationBlob): Promise<RouteReply> {
  const fields = context.method === 'POST' ? await readFormFields(context) : context.query;
  const conversion = readConversion(fields);
  await checkConversion(blob, conversion);
  const isScheduled = context.method === 'POST' && fields.get('async')?.toLowerCase() === 'true';
  return isScheduled ? schedule(context, blob, conversion) : convert(context, blob, conversion);
}

function openBlob({ services }: RequestContext, blob: OperationBlob) {
  return () => openContent(services, blob.content);
}

async function convert(
  context: RequestContext,
  blob: OperationBlob,
  conversion: Conversion,
): Promise<RouteReply> {
  const { services, signal } = context;
  const { sizeBytes, mimeType, name, encoding, place } = blob;
  const made = await convertContent(
    workbenchOf(context),
    { sizeBytes, mimeType, name, encoding, open: openBlob(context, blob) },
    {
      conversion,
      signal,
      use: ({ path, ...naming }) => stageWithLease(services, { path }, { ...naming, signal }),
    },
  );
  if (!made) return valueReply(context, blob);
  const reply = await valueReply(context, OperationBlob.stored(made.blob, place));
  return { ...reply, release: () => release(context, made) };
}

/** The result is not needed once it is sent. */
async function release({ services }: RequestContext, { leaseId }: LeasedBlob): Promise<void> {
  try {
    await services.database.write((handle) => releaseLeases(handle, [leaseId]));
  } catch (error) {
    services.log.warn({ err: error }, 'the lease of a converted file will expire by itself');
  }
}

async function schedule(
  context: RequestContext,
  blob: OperationBlob,
  conversion: Conversion,
): Promise<RouteReply> {
  const { services, baseUrl } = context;
  const { repositoryName: repository } = services.repository;
  const stored = await storedOf(context, blob);
  const id = await context.write(async (unit) => {
    const waitingMax = services.config.waitingOperationsMax;
    const made = await scheduleConversion(unit, { source: stored.blob, conversion, waitingMax });
    if (stored.leaseId !== undefined) await releaseLeases(unit.handle, [stored.leaseId]);
    return made;
  });
  const entity = writeConversionScheduled({ id, baseUrl, repository });
  return { status: 202, headers: { Location: entity.pollingURL }, entity };
}

/** The text of a note becomes a content. */
async function storedOf(
  { services, signal }: RequestContext,
  { content, name, mimeType, encoding }: OperationBlob,
): Promise<{ readonly blob: BlobValue; readonly leaseId?: string }> {
  if (!(content instanceof Uint8Array)) return { blob: content };
  return stageWithLease(services, content, { name, mimeType, encoding, signal });
}

const name = 'convert';
const argsPattern = '';
const follows = ['blob', 'rendition'];
const errors = {
  400: 'nothing to convert, no converter for it, or a wrong parameter',
  404: 'no such document, or no content there',
  422: 'the file is damaged, or asks for more than a conversion may take',
  501: 'a program that the message names is not installed on the server',
} as const;
const parameters = [
  inQuery('converter', 'the name of the converter; other parameters are for it'),
  inQuery('type', 'the media type wanted, where no converter is named'),
  inQuery('format', 'as type: the usual extension of such files'),
];

export const convertAdapters = [
  defineAdapter({
    name,
    method: 'GET',
    summary:
      'The main file of the document as another type; after @blob/{xpath} or @rendition/{name} that content',
    argsPattern,
    follows,
    writes: true,
    parameters: [...parameters, ...contentParameters],
    responses: { ...contentResponses, ...errors },
    handle,
  }),
  defineAdapter({
    name,
    method: 'POST',
    summary: 'As GET, with the parameters as a form; async=true: in the background',
    argsPattern,
    follows,
    bodyContent: formContent('converter', 'type', 'format', 'async'),
    parameters: [...parameters, inQuery('async', 'true: the conversion is scheduled')],
    responses: {
      ...contentResponses,
      202: json('scheduled; Location says where its status is', conversionScheduledSchema),
      ...errors,
    },
    handle,
  }),
];
