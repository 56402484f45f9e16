import { AppError } from '../../base/errors/app-error.ts';
import { writeTemplate } from '../../entities/document-entity.ts';
import { writeOptions } from '../replies/document-reply.ts';
import { type DocumentAddress, getAddressed } from '../requests/document-address.ts';
import { jsonReply, type RequestContext, type RouteReply } from '../route.ts';
import { defineAdapter } from './adapter.ts';

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
  responses: { 200: 'document entity', 400: 'type missing or unknown', 404: 'no such parent' },
  handle: (context, { address }) => emptyWithDefault(context, address),
});
