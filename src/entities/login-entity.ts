import type { Principal } from '../model/principal.ts';
import { entityOf, flag, type JsonOf, text, texts } from './json-schema.ts';

export const loginSchema = entityOf('login', {
  username: text,
  isAdministrator: flag,
  groups: texts,
});

/** The answer to a login: who the credentials belong to. */
export function writeLoginEntity(principal: Principal): JsonOf<typeof loginSchema> {
  return {
    'entity-type': 'login',
    username: principal.username,
    isAdministrator: principal.isAdministrator,
    groups: principal.groups,
  };
}
