import { entityOf, flag, integer, type JsonOf, text, texts } from './json-schema.ts';

export const secondFactorSchema = entityOf(
  'secondFactor',
  { isConfirmed: flag, recoveryCodesLeft: integer },
  { secret: text, uri: text, recoveryCodes: texts },
);

interface ShownSecondFactor {
  readonly isConfirmed: boolean;
  readonly recoveryCodesLeft: number;
  /** Shown once, when it is made: for authenticator applications. */
  readonly secret?: string;
  readonly uri?: string;
  /** Shown once, when the first code was right. */
  readonly recoveryCodes?: readonly string[];
}

export function writeSecondFactor(shown: ShownSecondFactor): JsonOf<typeof secondFactorSchema> {
  return { 'entity-type': 'secondFactor', ...shown };
}
