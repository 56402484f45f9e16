import { Check, X } from 'lucide-react';
import type { UserRights } from '../../../api/people.ts';
import type { PlacedEntry } from '../../../api/rights.ts';
import type { AccessAnswer, AccessReason } from '../../../documents/access.ts';
import type { EntrySource } from '../../../documents/access-sources.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { type MessageId, type Text, useText } from '../../../i18n/i18n.tsx';
import { usePersonLabel } from '../social/use-person-label.ts';
import classes from './rights.module.css';

interface Props {
  readonly answer: AccessAnswer<PlacedEntry>;
  readonly user: UserRights;
  readonly permission: string;
}

/** Yes or no, and the rule that decides, in sentences. */
export function WhyAnswer({ answer, user, permission }: Props) {
  const text = useText();
  const { isAllowed, reason, later, ended } = answer;
  const name = user.person.label;
  const owner = usePersonLabel(reason.kind === 'lock' ? reason.owner : '');
  const Icon = isAllowed ? Check : X;
  return (
    <div className={`${classes.answer} ${isAllowed ? classes.yes : classes.no}`}>
      <p className={classes.verdict}>
        <Icon aria-hidden size={18} />
        {text(isAllowed ? 'rights.whyYes' : 'rights.whyNo', {
          name,
          permission: permissionText(text, permission),
        })}
      </p>
      <p>{reasonText(text, reason, { name, owner })}</p>
      {(reason.kind === 'entry' || reason.kind === 'block') && <Times entry={reason.entry} />}
      {!isAllowed &&
        later.map((entry) => <OtherTime key={entry.id} entry={entry} isEnded={false} />)}
      {!isAllowed && ended.map((entry) => <OtherTime key={entry.id} entry={entry} isEnded />)}
    </div>
  );
}

interface Names {
  readonly name: string;
  /** Of the lock. */
  readonly owner: string;
}

function reasonText(text: Text, reason: AccessReason<PlacedEntry>, { name, owner }: Names): string {
  if (reason.kind === 'administrator') return text('rights.whyAdministrator', { name });
  if (reason.kind === 'lock') return text('rights.whyLock', { owner });
  if (reason.kind === 'nothing') return text('rights.whyNothing', { name });
  return `${decidingText(text, reason, name)} ${sourceText(text, reason.entry.source)}`;
}

type EntryReason = Extract<AccessReason<PlacedEntry>, { readonly kind: 'entry' | 'block' }>;

const vias: Readonly<Record<EntryReason['via'], MessageId>> = {
  name: 'rights.whyName',
  group: 'rights.whyGroup',
  all: 'rights.whyAll',
};

function decidingText(text: Text, { kind, via, entry }: EntryReason, name: string): string {
  if (kind === 'block') return text('rights.whyBlock');
  const what = permissionText(text, entry.permission);
  const permission = entry.isGranted ? what : text('rights.denied', { permission: what });
  return text(vias[via], { permission, name, group: entry.person.label });
}

const sources: Readonly<Record<Exclude<EntrySource['kind'], 'above'>, MessageId>> = {
  here: 'rights.whyHere',
  task: 'rights.whyTask',
  unknown: 'rights.whyUnknown',
};

function sourceText(text: Text, source: EntrySource): string {
  if (source.kind !== 'above') return text(sources[source.kind]);
  const { title, path } = source.ancestor;
  const shown = title ? `${title} (${path})` : text('rights.root');
  return text('rights.whyAbove', { title: shown });
}

function Times({ entry }: { readonly entry: PlacedEntry }) {
  const text = useText();
  const formats = useFormats();
  const date = (instant: number) => formats.dateTime(new Date(instant));
  return (
    <>
      {entry.begin !== null && <p>{text('rights.whySince', { date: date(entry.begin) })}</p>}
      {entry.end !== null && <p>{text('rights.whyUntil', { date: date(entry.end) })}</p>}
    </>
  );
}

interface OtherTimeProps {
  readonly entry: PlacedEntry;
  readonly isEnded: boolean;
}

function OtherTime({ entry, isEnded }: OtherTimeProps) {
  const text = useText();
  const formats = useFormats();
  const instant = isEnded ? entry.end : entry.begin;
  if (instant === null) return null;
  return (
    <p>
      {text(isEnded ? 'rights.whyEnded' : 'rights.whyLater', {
        date: formats.dateTime(new Date(instant)),
        who: entry.person.label,
        permission: permissionText(text, entry.permission),
      })}
    </p>
  );
}
