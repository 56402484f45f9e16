import type { Group, GroupRelations, User } from '../../model/user.ts';

/** The parts of a user or group that a suggestion shows. */
interface SuggestionLabels {
  readonly firstLabelField: string | null;
  readonly secondLabelField: string | null;
  readonly thirdLabelField: string | null;
  readonly hideFirstLabel: boolean;
  readonly hideSecondLabel: boolean;
  readonly hideThirdLabel: boolean;
  readonly displayEmailInSuggestion: boolean;
  readonly hideIcon: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** A user in the form that selection widgets take. */
export function suggestUser(user: User, labels: SuggestionLabels): object {
  const { username, profile, directGroups } = user;
  const fields = { username, ...profile, groups: directGroups };
  return {
    ...fields,
    id: username,
    'entity-type': 'user',
    type: 'USER_TYPE',
    prefixed_id: `user:${username}`,
    displayLabel: userLabel(fields, labels),
    ...(!labels.hideIcon && { displayIcon: true }),
  };
}

/** With its direct members and parents, under the names of the directory's fields. */
export function suggestGroup(
  { groupname, label, description, tenantId }: Group,
  relations: GroupRelations | undefined,
  { firstLabelField, hideFirstLabel, hideIcon }: SuggestionLabels,
): object {
  const fields = { groupname, grouplabel: label, description, tenantId };
  const lists = {
    members: relations?.memberUsers ?? [],
    subGroups: relations?.memberGroups ?? [],
    parentGroups: relations?.parentGroups ?? [],
  };
  const shown = hideFirstLabel ? '' : textOf(fields, firstLabelField || 'grouplabel');
  return {
    ...fields,
    ...lists,
    id: groupname,
    'entity-type': 'group',
    type: 'GROUP_TYPE',
    prefixed_id: `group:${groupname}`,
    displayLabel: shown || groupname,
    ...(!hideIcon && { displayIcon: true }),
  };
}

/** The name, which may be empty, and the e-mail address if requested. */
function userLabel(fields: Fields, labels: SuggestionLabels): string {
  const name = joined([
    labels.hideFirstLabel ? '' : textOf(fields, labels.firstLabelField || 'firstName'),
    labels.hideSecondLabel ? '' : textOf(fields, labels.secondLabelField || 'lastName'),
  ]);
  const shown = name || textOf(fields, 'username');
  if (!labels.displayEmailInSuggestion || labels.hideThirdLabel) return shown;
  return joined([shown, textOf(fields, labels.thirdLabelField || 'email')]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

/** Empty for fields that suggestions never show. */
function textOf(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : null;
  return typeof value === 'string' ? value.trim() : '';
}
