import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { readUserParams, readWriteMode, writeModes } from '../../automation/principal-params.ts';
import {
  requireEditorOf,
  requirePrincipalEditor,
} from '../../repository/access/principal-rights.ts';
import { hashNewPassword } from '../../repository/principals/password-rule.ts';
import { createUser, updateUser, userExists } from '../../repository/principals/users.ts';

export const createOrUpdateUserOperation = defineOperation({
  id: 'User.CreateOrUpdate',
  aliases: ['Services.CreateUser'],
  label: 'Create or Update User',
  category: 'Users & Groups',
  description:
    'Creates a user, or changes what is given of one that exists. Power users may run it in chains, for users and groups without administrator rights.',
  access: 'administrator',
  params: {
    username: required('string', 'The name of the user.'),
    company: optional('string', 'The company.'),
    email: optional('string', 'The e-mail address.'),
    firstName: optional('string', 'The first name.'),
    groups: optional('stringlist', 'The groups the user is put into, in place of those before.'),
    lastName: optional('string', 'The last name.'),
    mode: optional(
      'string',
      'With create, a user that exists is an error; with update, one that does not.',
      { values: writeModes },
    ),
    password: optional('string', 'A new password.'),
    properties: withDefault('properties', new Map(), {
      description: 'Further fields of the user; an empty value removes what is there.',
    }),
    tenantId: optional('string', 'The tenant the user belongs to.'),
  },
  methods: [
    {
      input: 'void',
      output: 'void',
      async run(context, _input, params) {
        const { principal } = context;
        requirePrincipalEditor(principal);
        const mode = readWriteMode(params.mode);
        const { username } = params;
        const { profile, groups, password } = readUserParams(params);
        // Before the write unit: hashing is slow by design.
        const passwordHash =
          password === undefined
            ? undefined
            : await hashNewPassword(context.repository.passwords, { username, password });
        await context.write(async (unit) => {
          await requireEditorOf(unit.handle, principal, { user: username, groups });
          const changes = { profile, groups, passwordHash, by: unit };
          const creates =
            mode === 'create' || (mode !== 'update' && !(await userExists(unit.handle, username)));
          await (creates
            ? createUser(unit.handle, { username, ...changes })
            : updateUser(unit.handle, username, changes));
        });
        return undefined;
      },
    },
  ],
});
