import { defineOperation, required, withDefault } from '../../automation/define.ts';
import { setVariable } from '../../automation/variables.ts';
import { listPermittedPrincipals } from '../../repository/access/permitted-principals.ts';

const ignoresGroups = withDefault('boolean', false, {
  description: 'Whether only users count whom an entry names, without those of groups.',
  values: ['false'],
});
const permission = required('string', 'The name of the permission.');
const variable = required('string', 'The name of the variable.');

export const getPermittedEmailsOperation = defineOperation({
  id: 'Context.GetEmailsWithPermissionOnDoc',
  aliases: ['Document.GetPrincipalEmails'],
  label: 'Get Principal Emails',
  category: 'Users & Groups',
  description:
    'Puts the mail addresses of the users who have a permission on the input document into a variable, each once. Needs the permission to read permissions. The input is passed through.',
  params: { permission, 'variable name': variable, 'ignore groups': ignoresGroups },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, document, params) {
        const groups = params['ignore groups'] ? 'none' : 'members';
        const question = { document, permission: params.permission, groups } as const;
        const { users } = await context.read((unit) => listPermittedPrincipals(unit, question));
        const emails = new Set(users.flatMap(({ email }) => email ?? []));
        setVariable(context, params['variable name'], [...emails]);
        return document;
      },
    },
  ],
});

export const getPermittedPrincipalsOperation = defineOperation({
  id: 'Context.GetUsersGroupIdsWithPermissionOnDoc',
  aliases: ['Document.GetUsersAndGroups'],
  label: 'Get Users and Groups',
  category: 'Users & Groups',
  description:
    'Puts the names of the users and groups that have a permission on the input document into a variable. Needs the permission to read permissions. The input is passed through.',
  params: {
    permission,
    'variable name': variable,
    'ignore groups': ignoresGroups,
    'prefix identifiers': withDefault('boolean', false, {
      description: 'Whether user: or group: is put before each name.',
      values: ['false'],
    }),
    'resolve groups': withDefault('boolean', false, {
      description:
        'Whether groups are replaced by the users in them and in the groups inside them.',
      values: ['false'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      async run(context, document, params) {
        const named = params['resolve groups'] ? 'members' : 'named';
        const groups = params['ignore groups'] ? 'none' : named;
        const question = { document, permission: params.permission, groups } as const;
        const found = await context.read((unit) => listPermittedPrincipals(unit, question));
        const prefixed = (prefix: string, name: string) =>
          params['prefix identifiers'] ? `${prefix}:${name}` : name;
        setVariable(context, params['variable name'], [
          ...found.users.map(({ username }) => prefixed('user', username)),
          ...found.groups.map((name) => prefixed('group', name)),
        ]);
        return document;
      },
    },
  ],
});
