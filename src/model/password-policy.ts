/** What new passwords must fulfil; 0 demands nothing. */
export interface PasswordPolicy {
  /** Characters. Where there is a least length, user names and common passwords are refused, too. */
  readonly minLength: number;
  /** The same for the Administrator; never less. */
  readonly administratorMinLength: number;
}
