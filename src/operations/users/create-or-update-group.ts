import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { readGroupParams, readWriteMode, writeModes } from '../../automation/principal-params.ts';
import {
  requireEditorOf,
  requirePrincipalEditor,
} from '../../repository/access/principal-rights.ts';
import { createGroup, findGroup, updateGroup } from '../../repository/principals/groups.ts';

export const createOrUpdateGroupOperation = defineOperation({
  id: 'Group.CreateOrUpdate',
  label: 'Create or Update Group',
  category: 'Users & Groups',
  description:
    'Creates a group, or changes what is given of one that exists. Power users may run it in chains, for groups without administrator rights.',
  access: 'administrator',
  params: {
    groupname: required('string', 'The name of the group.'),
    description: optional('string', 'What the group is for.'),
    grouplabel: optional('string', 'The name that people see.'),
    members: optional('stringlist', 'The users in the group, in place of those before.'),
    mode: optional(
      'string',
      'With create, a group that exists is an error; with update, one that does not.',
      { values: writeModes },
    ),
    parentGroups: optional(
      'stringlist',
      'The groups this one is put into, in place of those before.',
    ),
    properties: withDefault('properties', new Map(), {
      description: 'Further fields of the group; an empty value removes what is there.',
    }),
    subGroups: optional('stringlist', 'The groups in the group, in place of those before.'),
    tenantId: optional(
      'string',
      'The tenant the group belongs to; the name of the group becomes tenant-{tenantId}_{groupname}.',
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, params) {
        const { principal } = context;
        requirePrincipalEditor(principal);
        const mode = readWriteMode(params.mode);
        const group = readGroupParams(params);
        const { groupname, parentGroups = [] } = group;
        await context.write(async (unit) => {
          await requireEditorOf(unit.handle, principal, { groups: [groupname, ...parentGroups] });
          const creates =
            mode === 'create' || (mode !== 'update' && !(await findGroup(unit.handle, groupname)));
          await (creates
            ? createGroup(unit.handle, { ...group, by: unit })
            : updateGroup(unit.handle, groupname, { ...group, by: unit }));
        });
        return undefined;
      },
    },
  ],
});
