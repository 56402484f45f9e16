import { driveConfigurationSchema } from '../../entities/drive-configuration.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

export const driveConfigurationRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/drive/configuration',
  access: 'authenticated',
  summary: 'What clients that synchronize folders set up from the server',
  body: 'none',
  responses: { 200: json('their settings', driveConfigurationSchema) },
  handle: async () => jsonReply(200, { ui: 'web' }),
});
