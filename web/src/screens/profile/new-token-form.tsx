import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { makeToken } from '../../api/account.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './profile.module.css';

const permissions = ['rw', 'r'] as const;

export function NewTokenForm() {
  const text = useText();
  const client = useQueryClient();
  const [application, setApplication] = useState('');
  const [permission, setPermission] = useState<(typeof permissions)[number]>('rw');
  const [isMissing, setIsMissing] = useState(false);
  const making = useMutation({
    mutationFn: () => makeToken(client, { application, permission }),
    onError: (error) => notifyError(text, error),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsMissing(application.trim() === '');
    if (application.trim() !== '' && !making.isPending) making.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextField
        label={text('profile.application')}
        value={application}
        onChange={setApplication}
        error={isMissing ? text('profile.applicationMissing') : undefined}
      />
      <Select
        label={text('profile.permission')}
        options={permissions.map((id) => ({ id, label: text(`profile.permission.${id}`) }))}
        value={permission}
        onChange={setPermission}
      />
      <div>
        <Button type="submit">{text('profile.makeToken')}</Button>
      </div>
      {making.data !== undefined && <NewToken token={making.data} application={application} />}
    </form>
  );
}

function NewToken({
  token,
  application,
}: {
  readonly token: string;
  readonly application: string;
}) {
  const text = useText();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(token);
    notify({ text: text('profile.copied') });
  };
  return (
    <div className={classes.token} role="status">
      <TextField
        label={text('profile.newToken', { application })}
        help={text('profile.newTokenHelp')}
        value={token}
        isReadOnly
      />
      <Button icon={Copy} onPress={() => void copy().catch((error) => notifyError(text, error))}>
        {text('profile.copy')}
      </Button>
    </div>
  );
}
