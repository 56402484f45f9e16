import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { describeFileError } from '../../base/file-errors.ts';
import { readJsonFile } from '../../base/json-file.ts';
import { ConfigError } from '../../config/load.ts';
import { describeForm } from '../../model/form-problems.ts';
import type { LdapSource, OidcSource, SignInSources } from '../../model/sign-in-source.ts';
import type {
  ldapSource,
  oidcSource,
  signInSourceFile,
} from '../../model/sign-in-source-schema.ts';

const none: SignInSources = { ldap: [], oidc: [] };

/**
 * Reads the configured sources of users, with the files that they name.
 *
 * @throws ConfigError naming all problems, without secrets
 */
export async function readSignInSources(files: readonly string[]): Promise<SignInSources> {
  if (files.length === 0) return none;
  const problems: string[] = [];
  const ldap: LdapSource[] = [];
  const oidc: OidcSource[] = [];
  for (const path of files) {
    const content = await readSourceFile(path, problems);
    const read = beside(path, problems);
    for (const source of content?.ldap ?? []) ldap.push(await toLdapSource(source, read));
    for (const source of content?.oidc ?? []) oidc.push(await toOidcSource(source, read));
  }
  const names = [...ldap, ...oidc].map(({ name }) => name);
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index))) {
    problems.push(`signInSourceFiles: ${name} is the name of several sources`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ldap, oidc };
}

async function readSourceFile(
  path: string,
  problems: string[],
): Promise<z.infer<typeof signInSourceFile> | undefined> {
  const place = `signInSourceFiles, ${path}`;
  try {
    const content = await readJsonFile(path);
    const schemas = await import('../../model/sign-in-source-schema.ts');
    const parsed = schemas.signInSourceFile.safeParse(content);
    if (parsed.success) return parsed.data;
    problems.push(...describeForm(parsed.error).map((text) => `${place}: ${text}`));
  } catch (error) {
    problems.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}

type ReadText = (file: string | undefined) => Promise<string | null>;

/** Reads files whose paths are relative to the file that names them. */
function beside(path: string, problems: string[]): ReadText {
  return async (file) => {
    if (file === undefined) return null;
    try {
      return (await readFile(resolve(dirname(path), file), 'utf8')).trimEnd();
    } catch (error) {
      problems.push(`signInSourceFiles, ${path}: ${file}: ${describeFileError(error)}`);
      return '';
    }
  };
}

async function toLdapSource(
  source: z.infer<typeof ldapSource>,
  read: ReadText,
): Promise<LdapSource> {
  const { bindDn, bindPassword, bindPasswordFile, caFile, ...rest } = source;
  const password = bindPassword ?? (await read(bindPasswordFile)) ?? '';
  return {
    ...rest,
    ca: await read(caFile),
    service: bindDn === undefined ? null : { dn: bindDn, password },
    userDn: rest.userDn ?? null,
    searchBase: rest.searchBase ?? null,
    memberOfAttribute: rest.memberOfAttribute ?? null,
    groups: rest.groups ?? null,
  };
}

async function toOidcSource(
  source: z.infer<typeof oidcSource>,
  read: ReadText,
): Promise<OidcSource> {
  const { clientSecret, clientSecretFile, ...rest } = source;
  return {
    ...rest,
    clientSecret: clientSecret ?? (await read(clientSecretFile)),
    label: rest.label ?? rest.name,
    groupsClaim: rest.groupsClaim ?? null,
  };
}
