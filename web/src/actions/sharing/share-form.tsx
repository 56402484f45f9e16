import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Person } from '../../api/people.ts';
import { type Grant, grant } from '../../api/rights.ts';
import { endOf } from '../../documents/sharing-period.ts';
import { type MessageId, useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PeopleField } from './people-field.tsx';
import { PeriodField, type SharingPeriod } from './period-field.tsx';
import { PermissionField } from './permission-field.tsx';
import classes from './sharing.module.css';

interface Props {
  readonly uids: readonly string[];
  readonly offered: readonly string[];
  readonly onClose: () => void;
}

interface Problem {
  readonly field: 'people' | 'period';
  readonly message: MessageId;
}

function problemOf(chosen: readonly Person[], until: SharingPeriod): Problem | undefined {
  if (chosen.length === 0) return { field: 'people', message: 'rights.shareMissing' };
  const end = endOf(until.period, until.date, new Date());
  if (until.period === 'date' && (!end || end.getTime() < Date.now())) {
    return { field: 'period', message: 'rights.shareDateMissing' };
  }
  if (!end && chosen.some(({ kind }) => kind === 'external')) {
    return { field: 'period', message: 'rights.shareOutsideEnd' };
  }
  return undefined;
}

/** With whom, what, and until when. */
export function ShareForm({ uids, offered, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [permission, setPermission] = useState('Read');
  const [until, setUntil] = useState<SharingPeriod>({ period: 'week', date: '' });
  const [isNotified, setIsNotified] = useState(false);
  const [comment, setComment] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const problem = problemOf(chosen, until);
  const errorOf = (field: Problem['field']) =>
    isChecked && problem?.field === field ? text(problem.message) : undefined;
  const sharing = useMutation({
    mutationFn: () => {
      const end = endOf(until.period, until.date, new Date());
      return grantAll(chosen, (to) =>
        grant(client, uids, { ...to, permission, end, isNotified, comment }),
      );
    },
    onSuccess() {
      notify({
        text: text('rights.shared', { names: chosen.map(({ label }) => label).join(', ') }),
      });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (!problem && !sharing.isPending) sharing.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      <PeopleField chosen={chosen} onChange={setChosen} error={errorOf('people')} />
      <div className={classes.row}>
        <PermissionField offered={offered} value={permission} onChange={setPermission} />
        <PeriodField value={until} onChange={setUntil} error={errorOf('period')} />
      </div>
      <Checkbox isSelected={isNotified} onChange={setIsNotified}>
        {text('rights.shareNotify')}
      </Checkbox>
      {isNotified && (
        <TextField
          label={text('rights.shareMessage')}
          value={comment}
          onChange={setComment}
          rows={3}
        />
      )}
      <FormProblem error={sharing.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {text('rights.share')}
        </Button>
      </DialogButtons>
    </form>
  );
}

type Receivers = Pick<Grant, 'users' | 'email'>;

/** Users and groups together, each address by itself, as the server takes them. */
async function grantAll(
  chosen: readonly Person[],
  grantTo: (to: Receivers) => Promise<void>,
): Promise<void> {
  const users = chosen.filter(({ kind }) => kind !== 'external').map(({ name }) => name);
  if (users.length > 0) await grantTo({ users, email: undefined });
  for (const { kind, email } of chosen) {
    if (kind === 'external') await grantTo({ users: [], email });
  }
}
