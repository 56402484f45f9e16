import { parseJson } from '../../base/json.ts';
import type { Ace, Acl } from '../../model/acl.ts';

/** A JSON array of texts; undefined when it is anything else. */
export function parseNames(text: string): readonly string[] | undefined {
  return parseList(text, (item): item is string => typeof item === 'string');
}

/** A JSON array of ACLs; undefined when it is anything else. */
export function parseAcls(text: string): readonly Acl[] | undefined {
  return parseList(text, isAcl);
}

export function isJson(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function parseList<T>(text: string, isItem: (item: unknown) => item is T): T[] | undefined {
  try {
    const value = parseJson(text);
    return Array.isArray(value) && value.every(isItem) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isAcl(value: unknown): value is Acl {
  const acl = value as Partial<Acl> | null;
  return typeof acl?.name === 'string' && Array.isArray(acl.aces) && acl.aces.every(isAce);
}

function isAce(value: unknown): value is Ace {
  const ace = value as Partial<Ace> | null;
  return (
    typeof ace?.username === 'string' &&
    typeof ace.permission === 'string' &&
    typeof ace.granted === 'boolean' &&
    (ace.creator === null || typeof ace.creator === 'string') &&
    isInstant(ace.begin) &&
    isInstant(ace.end) &&
    ['undefined', 'boolean'].includes(typeof ace.notify) &&
    (ace.comment === undefined || ace.comment === null || typeof ace.comment === 'string')
  );
}

function isInstant(value: unknown): boolean {
  return value === null || typeof value === 'number';
}
