import type { LucideIcon } from 'lucide-react';
import { Archive, BadgeCheck, LockKeyhole, Scale, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Doc } from '../../api/types.ts';
import type { FieldReference } from '../../documents/fields.ts';
import { Reference } from '../../forms/read/reference.tsx';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import classes from './header.module.css';

const user: FieldReference = { kind: 'principal', users: true, groups: false };

/** What is special about a document, such as that it is locked. */
export function Badges({ document }: { readonly document: Doc }) {
  const text = useText();
  const formats = useFormats();
  const { versionLabel, isVersion, isCheckedOut, lockOwner, lockCreated, retainUntil } = document;
  const isCheckedIn = !isVersion && !isCheckedOut;
  return (
    <ul className={classes.badges} aria-label={text('document.badges')}>
      {versionLabel && (
        <Badge title={isCheckedIn ? text('document.checkedInHelp') : undefined}>
          {isVersion
            ? text('document.isVersion', { label: versionLabel })
            : text('document.versionBadge', { label: versionLabel })}
          {isCheckedIn && (
            <BadgeCheck aria-label={text('document.checkedIn')} role="img" size={15} />
          )}
        </Badge>
      )}
      {document.isProxy && <Badge>{text('document.isProxy')}</Badge>}
      {lockOwner && (
        <Badge
          icon={LockKeyhole}
          look="warning"
          title={lockCreated && formats.dateTime(lockCreated)}
        >
          {text('document.locked')} <Reference reference={user} value={lockOwner} />
        </Badge>
      )}
      {document.isTrashed && (
        <Badge icon={Trash2} look="danger">
          {text('document.trashed')}
        </Badge>
      )}
      {document.isRecord && (
        <Badge icon={Archive} look="warning">
          {retainUntil
            ? text('document.recordUntil', { date: formats.date(retainUntil) })
            : text('document.record')}
        </Badge>
      )}
      {document.hasLegalHold && (
        <Badge icon={Scale} look="warning">
          {text('document.legalHold')}
        </Badge>
      )}
    </ul>
  );
}

interface BadgeProps {
  readonly icon?: LucideIcon;
  readonly look?: 'warning' | 'danger';
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function Badge({ icon: Icon, look, title, children }: BadgeProps) {
  return (
    <li className={classes.badge} data-look={look} title={title}>
      {Icon && <Icon aria-hidden size={15} />}
      <span>{children}</span>
    </li>
  );
}
