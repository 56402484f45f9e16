/** Fields of the user schema that are plain text and may be unset. */
export const userFields = ['firstName', 'lastName', 'company', 'email', 'tenantId'] as const;
type UserField = (typeof userFields)[number];
export type UserProfile = Readonly<Record<UserField, string | null>>;

interface GroupLabel {
  readonly name: string;
  /** The name again when the group has no label or does not exist. */
  readonly label: string;
}

/** A user as others may see it: never with the password, not even hashed. */
export interface User {
  readonly username: string;
  readonly profile: UserProfile;
  /** Groups that name the user as a member, sorted. */
  readonly directGroups: readonly string[];
  /** Every group the user belongs to: direct, inherited and `members`; sorted by name. */
  readonly allGroups: readonly GroupLabel[];
  readonly isAdministrator: boolean;
}

export interface Group {
  readonly groupname: string;
  readonly label: string | null;
  readonly description: string | null;
  readonly tenantId: string | null;
}

/** Names, sorted. */
export interface GroupRelations {
  readonly memberUsers: readonly string[];
  readonly memberGroups: readonly string[];
  readonly parentGroups: readonly string[];
}

const emptyProfile: UserProfile = {
  firstName: null,
  lastName: null,
  company: null,
  email: null,
  tenantId: null,
};

export function completeProfile(profile: Partial<UserProfile>): UserProfile {
  return { ...emptyProfile, ...profile };
}
