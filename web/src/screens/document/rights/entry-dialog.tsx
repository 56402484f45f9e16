import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { PeriodField, type SharingPeriod } from '../../../actions/sharing/period-field.tsx';
import { PermissionField } from '../../../actions/sharing/permission-field.tsx';
import form from '../../../actions/sharing/sharing.module.css';
import { Touched } from '../../../actions/sharing/touched.tsx';
import { type Entry, replaceEntry } from '../../../api/rights.ts';
import type { Doc } from '../../../api/types.ts';
import { isFolder } from '../../../documents/places.ts';
import { dateInput, endOf } from '../../../documents/sharing-period.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { notify } from '../../../ui/notices.tsx';

interface Props {
  readonly document: Doc;
  readonly entry: Entry;
  readonly offered: readonly string[];
  readonly onClose: () => void;
}

/** Another permission or another end for a user or group. */
export function EntryDialog({ document, entry, offered, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const { label } = entry.person;
  const [permission, setPermission] = useState(entry.permission);
  const [until, setUntil] = useState(() => periodOf(entry));
  const [isChecked, setIsChecked] = useState(false);
  const end = endOf(until.period, until.date, new Date());
  const isMissing = until.period === 'date' && (!end || end.getTime() < Date.now());
  const saving = useMutation({
    mutationFn: () => replaceEntry(client, document.uid, { entry, permission, end }),
    onSuccess() {
      notify({ text: text('rights.changed', { name: label }) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (!isMissing && !saving.isPending) saving.mutate();
  };
  return (
    <Dialog title={text('rights.editTitle', { name: label })} onClose={onClose}>
      {isFolder(document) && <Touched uid={document.uid} />}
      <form onSubmit={submit} className={form.form} noValidate>
        <div className={form.row}>
          <PermissionField offered={offered} value={permission} onChange={setPermission} />
          <PeriodField
            value={until}
            onChange={setUntil}
            error={isChecked && isMissing ? text('rights.shareDateMissing') : undefined}
          />
        </div>
        <FormProblem error={saving.error} />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary">
            {text('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

function periodOf({ end }: Entry): SharingPeriod {
  if (end === null) return { period: 'open', date: '' };
  return { period: 'date', date: dateInput(new Date(end)) };
}
