import { setting } from './setting-definition.ts';
import { integer, zeroOr } from './setting-values.ts';

const perMinute = zeroOr(integer(10, 1_000_000, 'a minute'));

/** Rate limits; a part of the list in `settings.ts`. */
export const rateSettings = {
  rateLimitPerAddress: setting({
    env: 'CARTULARY_RATE_LIMIT_PER_ADDRESS',
    description: 'requests a minute from one address, on all servers together; 0 for any number',
    default: 0,
    parse: perMinute,
  }),
  rateLimitPerCaller: setting({
    env: 'CARTULARY_RATE_LIMIT_PER_CALLER',
    description: 'requests a minute of one user, on all servers together; 0 for any number',
    default: 0,
    parse: perMinute,
  }),
  rateLimitSignIns: setting({
    env: 'CARTULARY_RATE_LIMIT_SIGN_INS',
    description:
      'failed sign-ins a minute from one address, on all servers together; 0 for any number',
    default: 0,
    parse: perMinute,
  }),
} as const;
