import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { plainOf, readUserInput } from '../../automation/principal-params.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { inviteUser } from '../../repository/registrations/invitations.ts';

const methods = ['EMAIL', 'NONE'];

export const inviteUserOperation = defineOperation({
  id: 'User.Invite',
  label: 'Invite a user',
  category: 'Users & Groups',
  description:
    'Invites a person as a user: the mail has a link to a page on which the person chooses a password, which creates the user. The link can be used once. Returns the id of the request, which is a part of the link.',
  params: {
    autoAccept: withDefault('boolean', true, {
      description:
        'Without it the request is stored only: there is no mail, and its link is not valid.',
    }),
    comment: optional('string', 'A text for the mail.'),
    info: withDefault('map', new Map(), { description: 'Further values, kept with the request.' }),
    validationMethod: withDefault('validationmethod', 'EMAIL', {
      description: 'EMAIL, or NONE for no mail: the caller passes the link on.',
    }),
  },
  methods: [
    {
      input: 'nuxeoprincipal',
      output: 'string',
      async run(context, input, { autoAccept, comment, info, validationMethod }) {
        const user = readUserInput(input);
        const username = user.username ?? user.id;
        if (username === undefined) {
          throw new AppError('user.invalid', 'input: send a user with properties.username');
        }
        const method = validationMethod.toUpperCase();
        if (!methods.includes(method)) {
          const text = `Parameter validationMethod: expected one of ${methods.join(', ')}`;
          throw new AppError('operation.parameter-invalid', text);
        }
        return context.write((unit) =>
          inviteUser(unit, {
            username,
            profile: user.profile,
            groups: user.groups ?? [],
            isAccepted: autoAccept,
            sendsMail: method === 'EMAIL',
            comment,
            info: plainOf(info),
          }),
        );
      },
    },
  ],
});
