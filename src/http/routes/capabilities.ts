import { capabilitiesSchema, writeCapabilities } from '../../entities/capabilities-entity.ts';
import { json } from '../responses.ts';
import { defineRoute, jsonReply } from '../route.ts';

export const capabilitiesRoute = defineRoute({
  method: 'GET',
  root: 'api',
  path: '/capabilities',
  access: 'authenticated',
  summary: 'What this server can do',
  body: 'none',
  responses: { 200: json('what there is', capabilitiesSchema) },
  async handle({ services }) {
    const facts = {
      isCluster: services.isInCluster,
      nodeId: services.nodeId,
      repositories: [...services.repositories.keys()],
    };
    return jsonReply(200, writeCapabilities(facts));
  },
});
