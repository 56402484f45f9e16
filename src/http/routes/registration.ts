import { flag } from '../../entities/json-schema.ts';
import { connectStatusSchema, writeConnectStatus } from '../../entities/registration-entity.ts';
import { inQuery } from '../parameters.ts';
import { booleanParameter } from '../requests/boolean-parameter.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

export const registrationRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/management/connect/status',
  writes: true,
  access: 'administrator',
  summary: 'The registration of this instance',
  body: 'none',
  parameters: [inQuery('forceRefresh', 'ask the registration server again', flag)],
  responses: {
    200: json('the registration, or that there is none', connectStatusSchema),
    400: 'forceRefresh is neither true nor false',
    403: 'no administrator',
  },
  async handle(context) {
    const isForced = booleanParameter(context.query, 'forceRefresh');
    const status = await context.services.registration.read({
      isForced,
      writeAs: (work) => context.write(work),
    });
    return jsonReply(200, writeConnectStatus(status));
  },
});
