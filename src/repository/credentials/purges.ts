import { purgeEndedTokens } from './auth-tokens.ts';
import { purgeEndedExternalTokens } from './external-tokens.ts';
import { purgeExpiredCodes } from './oauth2-codes.ts';
import { purgeEndedOAuth2Tokens } from './oauth2-tokens.ts';
import { purgeUsedValues } from './used-values.ts';

/** Each removes some credentials that ended long ago. */
export const credentialPurges = [
  purgeEndedTokens,
  purgeEndedExternalTokens,
  purgeExpiredCodes,
  purgeEndedOAuth2Tokens,
  purgeUsedValues,
];
