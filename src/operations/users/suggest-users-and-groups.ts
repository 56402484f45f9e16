import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { limits } from '../../base/limits.ts';
import { administratorsGroup, powerUsersGroup } from '../../model/principal.ts';
import type { Group } from '../../model/user.ts';
import { findPeople } from '../../repository/principals/find-people.ts';
import { listRelationsOfGroups } from '../../repository/principals/groups.ts';
import { type SearchResult, searchGroups } from '../../repository/principals/search-principals.ts';
import type { ReadHandle } from '../../storage/database.ts';
import { jsonBlob } from '../parts/json-blob.ts';
import { suggestGroup, suggestUser } from '../parts/principal-suggestions.ts';

const off = (description: string) => withDefault('boolean', false, { description });

const nothing = { entries: [], hasMore: false };

export const suggestUsersAndGroupsOperation = defineOperation({
  id: 'UserGroup.Suggestion',
  label: 'Get user/group suggestion',
  category: 'Services',
  description:
    'Returns a JSON array of the users and groups whose names begin with a text, in the form that selection widgets show. Where there are too many, it holds one object with a displayLabel that says so.',
  params: {
    allowSubGroupsRestriction: off(
      'Whether users of groups within the group of groupRestriction count as its members.',
    ),
    displayEmailInSuggestion: off('Whether the label of users ends with their e-mail address.'),
    firstLabelField: optional(
      'string',
      'The field the label begins with, in place of the first name or the label of the group.',
    ),
    groupRestriction: optional('string', 'The group whose members alone are suggested as users.'),
    hideAdminGroups: off("Whether the administrators' group is left out."),
    hideFirstLabel: off('Whether the first part of the label is left out.'),
    hideIcon: off('Whether displayIcon is left out.'),
    hidePowerUsersGroup: off('Whether the group of the power users is left out.'),
    hideSecondLabel: off('Whether the second part of the label is left out.'),
    hideThirdLabel: off('Whether the third part of the label is left out.'),
    lang: optional('string', 'The language of messages; there is English only.'),
    searchTerm: optional(
      'string',
      'The beginning of a name, or the beginnings of two; empty for all.',
      { aliases: ['prefix'] },
    ),
    searchType: optional(
      'string',
      'What to look for: USER_TYPE or GROUP_TYPE, and both when it is anything else.',
    ),
    secondLabelField: optional('string', 'The field to show in place of the last name.'),
    thirdLabelField: optional('string', 'The field to show in place of the e-mail address.'),
    userSuggestionMaxSearchResults: optional(
      'integer',
      `The number beyond which suggestions are too many; at most and by default ${limits.pageSizeMax} are returned.`,
    ),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, params) {
        const maximum = params.userSuggestionMaxSearchResults ?? 0;
        const limit = maximum > 0 ? Math.min(maximum, limits.pageSizeMax) : limits.pageSizeMax;
        const text = params.searchTerm ?? '';
        const [users, groups] = await context.read(async (unit) => [
          params.searchType === 'GROUP_TYPE'
            ? nothing
            : await findPeople(unit.handle, { text, limit, group: restrictionOf(params) }),
          params.searchType === 'USER_TYPE'
            ? nothing
            : await findGroups(unit.handle, text, { limit, hidden: hiddenGroups(params) }),
        ]);
        const found = users.entries.length + groups.entries.length;
        const isTooMany = found > limit || users.hasMore || groups.hasMore;
        if (maximum > 0 && isTooMany) return jsonBlob([{ displayLabel: tooManyLabel }]);
        const shownGroups = groups.entries.slice(0, Math.max(0, limit - users.entries.length));
        const relations = await context.read((unit) =>
          listRelationsOfGroups(
            unit.handle,
            shownGroups.map(({ groupname }) => groupname),
            membersMax,
          ),
        );
        const suggestions = [
          ...users.entries.map((user) => suggestUser(user, params)),
          ...shownGroups.map((group) =>
            suggestGroup(group, relations.get(group.groupname), params),
          ),
        ];
        return jsonBlob(suggestions.slice(0, limit));
      },
    },
  ],
});

/** Names of members of all groups together: widgets show the beginning of long lists at most. */
const membersMax = 1_000;

const tooManyLabel = 'Too many users and groups: type more of the name';

interface Restriction {
  readonly groupRestriction: string | null;
  readonly allowSubGroupsRestriction: boolean;
}

function restrictionOf({ groupRestriction, allowSubGroupsRestriction }: Restriction) {
  const name = groupRestriction?.trim() ?? '';
  return name === '' ? undefined : { name, includesSubgroups: allowSubGroupsRestriction };
}

interface Hiding {
  readonly hideAdminGroups: boolean;
  readonly hidePowerUsersGroup: boolean;
}

function hiddenGroups({ hideAdminGroups, hidePowerUsersGroup }: Hiding): readonly string[] {
  return [
    ...(hideAdminGroups ? [administratorsGroup] : []),
    ...(hidePowerUsersGroup ? [powerUsersGroup] : []),
  ];
}

/** Hidden groups do not count towards the limit. */
async function findGroups(
  handle: ReadHandle,
  text: string,
  { limit, hidden }: { readonly limit: number; readonly hidden: readonly string[] },
): Promise<SearchResult<Group>> {
  const trimmed = text.trim();
  const { entries, hasMore } = await searchGroups(handle, {
    prefix: trimmed === '*' ? '' : trimmed,
    limit: limit + hidden.length,
  });
  const shown = entries.filter(({ groupname }) => !hidden.includes(groupname));
  return { entries: shown.slice(0, limit), hasMore: hasMore || shown.length > limit };
}
