import type { Principal } from '../model/principal.ts';

/** The answer to a login: who the credentials belong to. */
export function writeLoginEntity(principal: Principal): object {
  return {
    'entity-type': 'login',
    username: principal.username,
    isAdministrator: principal.isAdministrator,
    groups: principal.groups,
  };
}
