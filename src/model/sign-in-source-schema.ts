import { z } from 'zod';

/**
 * The form of the files of `signInSourceFiles`, which `docs/guide/sign-in-sources.md` explains. Only
 * configured ones are checked: this module imports zod, so import it dynamically.
 */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'use 1 to 40 of a-z, 0-9 and "-", with a letter first');
const attribute = z.string().regex(/^[A-Za-z][\w.;-]{0,99}$/, 'use the name of an attribute');
const claim = z.string().min(1).max(200);
const shortText = z.string().min(1).max(1_000);
const groupNames = z.array(shortText).max(100);
const milliseconds = z.int().min(100).max(60_000);

const common = {
  name,
  groupMapping: z.record(shortText, groupNames).default({}),
  defaultGroups: groupNames.default([]),
};

function profileOf(field: z.ZodString) {
  return z.strictObject({
    firstName: field.exactOptional(),
    lastName: field.exactOptional(),
    company: field.exactOptional(),
    email: field.exactOptional(),
    tenantId: field.exactOptional(),
  });
}

const ldapUrl = z
  .string()
  .regex(/^ldaps?:\/\/[^\s/?#@]+\/?$/, 'use ldap://host or ldaps://host, with a port if needed');

/** Balanced, so that what is put around a filter stays around it. */
const filter = z
  .string()
  .max(4_000)
  .regex(/^\(.+\)$/, 'use an LDAP filter in parentheses, such as (uid={username})')
  .refine(isBalanced, 'the parentheses do not match');

export const ldapSource = z
  .strictObject({
    ...common,
    url: ldapUrl,
    tls: z.enum(['starttls', 'off']).default('starttls'),
    caFile: shortText.exactOptional(),
    bindDn: shortText.exactOptional(),
    bindPassword: shortText.exactOptional(),
    bindPasswordFile: shortText.exactOptional(),
    userDn: shortText.includes('{username}', { error: 'must have {username}' }).exactOptional(),
    searchBase: shortText.exactOptional(),
    searchFilter: filter
      .includes('{username}', { error: 'must have {username}' })
      .default('(uid={username})'),
    usernameAttribute: attribute.default('uid'),
    keyAttribute: attribute.default('entryUUID'),
    profile: profileOf(attribute).default({
      firstName: 'givenName',
      lastName: 'sn',
      email: 'mail',
    }),
    memberOfAttribute: attribute.exactOptional(),
    groups: z
      .strictObject({
        base: shortText,
        filter: filter.default('(objectClass=groupOfNames)'),
        memberAttribute: attribute.default('member'),
        nameAttribute: attribute.default('cn'),
        levelsMax: z.int().min(0).max(10).default(3),
      })
      .exactOptional(),
    timeLimitMs: milliseconds.default(5_000),
    connectionsMax: z.int().min(1).max(50).default(4),
  })
  .refine((source) => (source.userDn === undefined) !== (source.bindDn === undefined), {
    error: 'set either bindDn with searchBase (the server searches users), or userDn',
  })
  .refine((source) => source.bindDn === undefined || source.searchBase !== undefined, {
    error: 'bindDn needs searchBase: where users are searched',
  })
  .refine(
    ({ bindDn, bindPassword, bindPasswordFile }) =>
      [bindPassword, bindPasswordFile].filter((each) => each !== undefined).length ===
      (bindDn === undefined ? 0 : 1),
    { error: 'bindDn needs one of bindPassword and bindPasswordFile, and they need bindDn' },
  );

const webUrl = z.url({ protocol: /^https?$/, error: 'use an http(s) URL' });

export const oidcSource = z
  .strictObject({
    ...common,
    label: z.string().min(1).max(100).exactOptional(),
    issuer: webUrl,
    clientId: shortText,
    clientSecret: shortText.exactOptional(),
    clientSecretFile: shortText.exactOptional(),
    scope: shortText.default('openid profile email'),
    usernameClaim: claim.default('preferred_username'),
    profile: profileOf(claim).default({
      firstName: 'given_name',
      lastName: 'family_name',
      email: 'email',
    }),
    groupsClaim: claim.exactOptional(),
    clockToleranceSeconds: z.int().min(0).max(300).default(30),
    timeLimitMs: milliseconds.default(5_000),
    allowsPlainHttp: z.boolean().default(false),
  })
  .refine((source) => source.clientSecret === undefined || source.clientSecretFile === undefined, {
    error: 'set only one of clientSecret and clientSecretFile',
  })
  .refine((source) => source.issuer.startsWith('https:') || source.allowsPlainHttp, {
    error: 'issuer: use https, or set allowsPlainHttp for a provider on the same machine',
  })
  .refine((source) => source.scope.split(' ').includes('openid'), {
    error: 'scope: must have openid',
  });

export const signInSourceFile = z.strictObject({
  ldap: z.array(ldapSource).max(20).default([]),
  oidc: z.array(oidcSource).max(20).default([]),
});

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [index, letter] of [...text].entries()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && index < text.length - 1)) return false;
  }
  return depth === 0;
}
