import { Globe, Mail, User, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Entry } from '../../../api/rights.ts';
import { entryState, everyone } from '../../../documents/access.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { type Formats, useFormats } from '../../../i18n/formats.ts';
import { type Text, useText } from '../../../i18n/i18n.tsx';
import classes from './rights.module.css';

interface Props {
  readonly entry: Entry;
  /** Buttons of what can be done with it. */
  readonly children?: ReactNode;
}

const icons = { user: User, group: Users, external: Mail };

/** Who may what, until when, and who has given it. */
export function EntryRow({ entry, children }: Props) {
  const text = useText();
  const formats = useFormats();
  const { person, permission, isGranted, givenBy } = entry;
  const isForAll = entry.name === everyone;
  const Icon = isForAll ? Globe : icons[person.kind];
  const what = permissionText(text, permission);
  const state = entryState(entry, Date.now());
  return (
    <li className={classes.entry}>
      <span className={classes.who}>
        <Icon aria-hidden size={17} />
        <span>{isForAll ? text('rights.everyone') : person.label}</span>
      </span>
      <span className={`${classes.what} ${isGranted ? '' : classes.denied}`}>
        {isGranted ? what : text('rights.denied', { permission: what })}
      </span>
      <span className={classes.details}>
        <span className={state === 'effective' ? '' : classes.inactive}>
          {timesText(entry, text, formats)}
        </span>
        {givenBy && <span>{text('rights.givenBy', { name: givenBy.label })}</span>}
        {entry.isNotified && <span>{text('rights.notified')}</span>}
        {person.kind === 'external' && <span>{text('rights.external')}</span>}
      </span>
      <span className={classes.deeds}>{children}</span>
    </li>
  );
}

function timesText(entry: Entry, text: Text, formats: Formats): string {
  const { begin, end } = entry;
  const state = entryState(entry, Date.now());
  const date = (instant: number) => formats.dateTime(new Date(instant));
  if (end !== null && state === 'ended') return text('rights.ended', { date: date(end) });
  const parts = [
    begin !== null && text('rights.since', { date: date(begin) }),
    end !== null && text('rights.until', { date: date(end) }),
  ].filter((part) => part !== false);
  return parts.join(', ') || text('rights.noEnd');
}
