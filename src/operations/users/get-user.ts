import { defineOperation, optional } from '../../automation/define.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { mayEditPrincipals } from '../../repository/access/principal-rights.ts';
import { userAsDocument } from '../../repository/documents/principal-documents.ts';
import { getUser } from '../../repository/principals/users.ts';

export const getUserOperation = defineOperation({
  id: 'User.Get',
  aliases: ['NuxeoPrincipal.Get'],
  label: 'Get Nuxeo Principal',
  category: 'Users & Groups',
  description:
    'Returns a user in the form of a document with the schema user, without the password. Only administrators and power users may ask for others than themselves.',
  params: { login: optional('string', 'The name of the user; the caller when it is empty.') },
  methods: [
    {
      input: 'void',
      output: 'document',
      async run(context, _input, { login }) {
        const { principal } = context;
        const username = login?.trim() || principal.username;
        if (username !== principal.username && !mayEditPrincipals(principal)) {
          throw new AppError(
            'permission.denied',
            'only administrators and power users may ask for other users',
          );
        }
        return userAsDocument(await context.read((unit) => getUser(unit.handle, username)));
      },
    },
  ],
});
