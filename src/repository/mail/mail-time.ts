import { shownInstant } from '../../model/acl.ts';

/** An instant as mails write it: the zone of the reader is not known. */
export function mailTime(instantMs: number): string {
  return shownInstant(instantMs)
    .replace('T', ' ')
    .replace(/(?:\.000)?Z$/, ' UTC');
}
