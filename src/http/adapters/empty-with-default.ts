import { AppError } from '../../base/errors/app-error.ts';
import { documentSchema, writeTemplate } from '../../entities/document-entity.ts';
import { inQuery } from '../parameters.ts';
import { writeOptions } from '../replies/document-reply.ts';
import { type DocumentAddress, getAddressed } from '../requests/document-address.ts';
import { documentParameters } from '../requests/wire-options.ts';
import { json } from '../responses.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { defineAdapter } from './adapter.ts';

export const templateParameters = [
  { ...inQuery('type', 'type of the document'), required: true },
  inQuery('name', 'its name and title'),
  ...documentParameters,
] as const;

/** A document that is not stored: clients fetch it, fill it in and post it back. */
export async function emptyWithDefault(
  context: RequestContext,
  address: DocumentAddress | undefined,
): Promise<RouteReply> {
  const type = context.query.get('type');
  if (type === null || type === '') throw new AppError('request.invalid', 'Missing type parameter');
  const shape = context.services.repository.model.shapeOf(type);
  const parent = address && (await context.read((unit) => getAddressed(unit, address)));
  const options = writeOptions(context, context.dialect === 'contract' ? '*' : undefined);
  const template = { shape, name: context.query.get('name'), parentPath: parent?.path ?? null };
  return jsonReply(200, writeTemplate(template, options));
}

export const emptyWithDefaultAdapter = defineAdapter({
  name: 'emptyWithDefault',
  method: 'GET',
  summary: 'A new document with default values, not stored',
  argsPattern: '',
  parameters: templateParameters,
  responses: {
    200: json('the document', documentSchema),
    400: 'type missing or unknown',
    404: 'no such parent',
  },
  handle: (context, { address }) => emptyWithDefault(context, address),
});
