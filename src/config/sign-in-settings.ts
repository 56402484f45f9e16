import { setting } from './setting-definition.ts';
import { integer, optional, text } from './setting-values.ts';

/** Settings of tokens and OAuth2; a part of the list in `settings.ts`. */
export const signInSettings = {
  jwtSecret: setting<string | null>({
    env: 'CARTULARY_JWT_SECRET',
    description: 'secret with which JWTs are signed (HS512); none are accepted when not set',
    isSecret: true,
    default: null,
    parse: optional(
      text({ pattern: /^.{32,1000}$/s, expected: 'a random text of 32 to 1000 characters' }),
    ),
  }),
  portalSecret: setting<string | null>({
    env: 'CARTULARY_PORTAL_SECRET',
    description: 'secret shared with a portal that signs users in (headers NX_*); off when not set',
    isSecret: true,
    default: null,
    parse: optional(
      text({ pattern: /^.{16,1000}$/s, expected: 'a random text of 16 to 1000 characters' }),
    ),
  }),
  oauth2AccessSeconds: setting({
    env: 'CARTULARY_OAUTH2_ACCESS_SECONDS',
    description: 'how long an access token of OAuth2 is good for',
    default: 3_600,
    parse: integer(60, 86_400, 'seconds'),
  }),
  oauth2RefreshDays: setting({
    env: 'CARTULARY_OAUTH2_REFRESH_DAYS',
    description: 'how long a refresh token of OAuth2 is good for, since the last refresh',
    default: 90,
    parse: integer(1, 3_650, 'days'),
  }),
} as const;
