/** Requirements for new passwords; 0 for none. */
export interface PasswordPolicy {
  /** Characters. Where there is a minimum length, user names and common passwords are refused, too. */
  readonly minLength: number;
  /** The same for the Administrator; at least `minLength`. */
  readonly administratorMinLength: number;
}
