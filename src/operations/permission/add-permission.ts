import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { isMailAddress } from '../../base/mail-address.ts';
import { type Ace, type Acl, localAclName, wholeSecond } from '../../model/acl.ts';
import { addAces, blockInheritance } from '../../model/acl-edits.ts';
import {
  newTransientUsername,
  requirePermissionName,
  requirePrincipals,
} from '../../repository/access/ace-names.ts';
import { changeAcls } from '../parts/document-acls.ts';

export const addPermissionOperation = defineOperation({
  id: 'Document.AddPermission',
  aliases: ['Document.AddACL'],
  label: 'Add Permission',
  category: 'Document',
  description:
    'Grants a permission on the input document to users and groups, or to a person of whom only the email address is known.',
  params: {
    permission: required('string', 'The permission to grant.'),
    acl: withDefault('string', localAclName, {
      description: 'The list that takes the new entries.',
      values: [localAclName],
    }),
    begin: optional('date', 'When the entries take effect; at once if it is not given.'),
    blockInheritance: withDefault('boolean', false, {
      description: 'Whether nothing is inherited from above any more.',
    }),
    comment: optional('string', 'What the users are told.'),
    email: optional('string', 'Whom to grant it to if no user is named; needs an end.'),
    end: optional('date', 'When the entries lose their effect; never if it is not given.'),
    notify: withDefault('boolean', false, {
      description: 'Whether the users are told once the entries take effect.',
    }),
    username: optional('string', 'One user or group, in addition to the others.', {
      aliases: ['user'],
    }),
    users: optional('stringlist', 'The users and groups.'),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, params) {
        const { permission, notify, comment } = params;
        const usernames = readUsernames(params);
        const ace: Omit<Ace, 'username'> = {
          permission,
          granted: true,
          creator: context.principal.username,
          begin: params.begin === null ? null : wholeSecond(params.begin),
          end: params.end === null ? null : wholeSecond(params.end),
          notify,
          comment,
        };
        return changeAcls(context, document, async (present, handle) => {
          requirePermissionName(context.repository, permission);
          await requirePrincipals(handle, usernames);
          const start: readonly Acl[] = params.blockInheritance
            ? blockInheritance(present, params.acl, context.principal.username)
            : present;
          const aces = usernames.map((username) => ({ ...ace, username }));
          return addAces(start, params.acl, aces);
        });
      },
    },
  ],
});

interface Grantees {
  readonly users: readonly string[] | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly end: number | null;
}

/** @throws AppError operation.failed */
function readUsernames({ users, username, email, end }: Grantees): readonly string[] {
  const named = [...(users ?? []), username ?? ''].filter((name) => name !== '');
  if (named.length > 0) return [...new Set(named)];
  if (!email) throw operationFailed("'users' or 'email' parameters must be set");
  if (!isMailAddress(email)) {
    throw operationFailed(`'email': ${email.slice(0, 300)} is not an email address`);
  }
  if (end === null) {
    throw operationFailed("'end' parameter must be set when adding a permission for an 'email'");
  }
  return [newTransientUsername(email)];
}
