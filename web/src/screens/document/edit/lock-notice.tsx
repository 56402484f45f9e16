import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { personQuery } from '../../../api/choices.ts';
import type { Doc } from '../../../api/types.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import classes from './edit.module.css';

/** Tells that another person has locked the document, before anything is typed. */
export function LockNotice({ document }: { readonly document: Doc }) {
  const text = useText();
  const formats = useFormats();
  const user = useUser();
  const { lockOwner = '', lockCreated } = document;
  const isForeign = lockOwner !== '' && lockOwner !== user.id;
  const owner = useQuery({
    ...personQuery(lockOwner, { users: true, groups: false }),
    enabled: isForeign,
  });
  if (!isForeign) return null;
  const name = owner.data?.label ?? lockOwner;
  return (
    <section role="status" className={classes.notice}>
      <LockKeyhole aria-hidden size={20} />
      <p>
        {text('document.lockedBy', { name, date: formats.dateTime(lockCreated ?? new Date()) })}
      </p>
    </section>
  );
}
