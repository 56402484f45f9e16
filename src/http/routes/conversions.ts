import { OperationBlob } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { conversionStatusSchema, writeConversionStatus } from '../../entities/conversion-entity.ts';
import { findConversionOf } from '../../repository/renditions/scheduled-conversions.ts';
import { contentParameters } from '../replies/blob-reply.ts';
import { valueReply } from '../replies/operation-reply.ts';
import { contentResponses, json } from '../responses.ts';
import { defineRoute, jsonReply, type RequestContext } from '../route.ts';

async function getConversion(context: RequestContext) {
  const id = context.params.conversionId ?? '';
  const conversion = await context.read(({ handle, principal, nowMs }) =>
    findConversionOf(handle, id, { principal, nowMs }),
  );
  if (conversion) return conversion;
  throw new AppError('conversion.not-found', `No conversion has the id ${id.slice(0, 100)}`);
}

function poll(path: string) {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path: `${path}/:conversionId/poll`,
    access: 'authenticated',
    summary: 'Whether a scheduled conversion of the caller has ended, well or not',
    body: 'none',
    responses: {
      200: json('its status', conversionStatusSchema),
      404: 'no such conversion of the caller',
    },
    async handle(context) {
      const { id, state } = await getConversion(context);
      const { repositoryName: repository } = context.services.repository;
      return jsonReply(
        200,
        writeConversionStatus({ id, baseUrl: context.baseUrl, repository }, state),
      );
    },
  });
}

function result(path: string) {
  return defineRoute({
    method: 'GET',
    root: 'api',
    path: `${path}/:conversionId/result`,
    access: 'authenticated',
    summary: 'What a scheduled conversion of the caller has made',
    body: 'none',
    parameters: contentParameters,
    responses: {
      ...contentResponses,
      400: 'it has failed: a parameter is wrong',
      404: 'no such conversion of the caller, or it has not ended',
      422: 'it has failed: nothing could be made of the file',
      501: 'it has failed: a program is not installed on the server',
    },
    async handle(context) {
      const conversion = await getConversion(context);
      const { failure } = conversion;
      if (failure) throw new AppError(failure.code, failure.message);
      if (conversion.result) return valueReply(context, OperationBlob.stored(conversion.result));
      throw new AppError('conversion.not-found', 'The conversion has not ended: poll it again');
    },
  });
}

/** Clients use both spellings. */
export const conversionRoutes = ['/conversions', '/conversion'].flatMap((path) => [
  poll(path),
  result(path),
]);
