import type { Principal } from '../model/principal.ts';
import { entityOf, flag, type JsonOf, text, texts } from './json-schema.ts';

export const loginSchema = entityOf('login', {
  username: text,
  isAdministrator: flag,
  groups: texts,
});

/** The response of a login: the user of the credentials. */
export function writeLoginEntity(principal: Principal): JsonOf<typeof loginSchema> {
  return {
    'entity-type': 'login',
    username: principal.username,
    isAdministrator: principal.isAdministrator,
    groups: principal.groups,
  };
}
