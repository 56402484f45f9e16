import { aclsSchema, writeAcls } from '../../entities/acls-entity.ts';
import { getAccessControl } from '../../repository/editing/access-controls.ts';
import { getAddressed } from '../requests/document-address.ts';
import { json } from '../responses.ts';
import { jsonReply } from '../route.ts';
import { defineAdapter } from './adapter.ts';

export const aclAdapter = defineAdapter({
  name: 'acl',
  method: 'GET',
  summary: 'The access control lists of the document',
  argsPattern: '',
  responses: {
    200: json('the lists', aclsSchema),
    403: 'no permission ReadSecurity',
    404: 'no such document',
  },
  async handle(context, { address }) {
    return context.read(async (unit) => {
      const access = await getAccessControl(unit, await getAddressed(unit, address));
      return jsonReply(200, writeAcls({ ...access, nowMs: unit.nowMs }));
    });
  },
});
