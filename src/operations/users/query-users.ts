import { defineOperation, optional } from '../../automation/define.ts';
import { limits } from '../../base/limits.ts';
import { type User, userFields } from '../../model/user.ts';
import {
  searchUsers,
  type UserSearch,
  type UserTerm,
  userNameFields,
} from '../../repository/principals/search-principals.ts';
import { jsonBlob } from '../parts/json-blob.ts';

export const queryUsersOperation = defineOperation({
  id: 'User.Query',
  aliases: ['Services.QueryUsers'],
  label: 'Query users',
  category: 'Users & Groups',
  description: `Returns the users found as JSON, {"users": […]}, at most ${limits.pageSizeMax} of them: those that a pattern finds, or those that fit the names that are given; with a tenant only its own. Without anything these are all users; "hasMore": true says that some were left out.`,
  params: {
    firstName: optional('string', 'The beginning of the first name.'),
    lastName: optional('string', 'The beginning of the last name.'),
    pattern: optional(
      'string',
      'The beginning of the username, the first or the last name; * finds all users.',
    ),
    tenantId: optional('string', 'The tenant the users belong to.'),
    username: optional('string', 'The beginning of the username.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, params) {
        const search = { ...searchFor(params), limit: limits.pageSizeMax };
        const { entries, hasMore } = await context.read((unit) => searchUsers(unit.handle, search));
        return jsonBlob({ users: entries.map(writeUser), ...(hasMore && { hasMore }) });
      },
    },
  ],
});

interface Wanted {
  readonly pattern: string | null;
  readonly username: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly tenantId: string | null;
}

function searchFor({ pattern, tenantId, ...names }: Wanted): Omit<UserSearch, 'limit'> {
  const tenant = tenantId?.trim() ?? '';
  const ofTenant = tenant === '' ? {} : { tenantId: tenant };
  const text = pattern?.trim() ?? '';
  if (text === '*') return { terms: [], ...ofTenant };
  if (text !== '') return { terms: [{ prefix: text, fields: userNameFields }], ...ofTenant };
  const terms = userNameFields.flatMap((field): UserTerm[] => {
    const prefix = names[field as keyof typeof names]?.trim() ?? '';
    return prefix === '' ? [] : [{ prefix, fields: [field] }];
  });
  return { terms, ...ofTenant };
}

/** Unset fields are left out. */
function writeUser({ username, profile }: User): object {
  const set = userFields.filter((name) => profile[name] !== null);
  return { username, ...Object.fromEntries(set.map((name) => [name, profile[name]])) };
}
