import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { confirmSecondFactor, type SecondFactor, secondFactorChanged } from '../../api/account.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import classes from './profile.module.css';

interface Props {
  readonly made: SecondFactor;
  readonly onEnd: () => void;
}

/** The secret for the authenticator application, its first code, then the recovery codes. */
export function NewSecondFactor({ made, onEnd }: Props) {
  const text = useText();
  const [code, setCode] = useState('');
  const confirming = useMutation({ mutationFn: () => confirmSecondFactor(code.trim()) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code !== '' && !confirming.isPending) confirming.mutate();
  };
  if (confirming.data) return <RecoveryCodes codes={confirming.data} onEnd={onEnd} />;
  return (
    <>
      <p>{text('profile.secretHelp')}</p>
      <p>
        <a href={made.uri}>{text('profile.secretLink')}</a>
      </p>
      <form onSubmit={submit} className={classes.form}>
        <TextField label={text('profile.secret')} value={made.secret ?? ''} isReadOnly />
        <CopyButton value={made.secret ?? ''} />
        <TextField
          label={text('profile.firstCode')}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        <FormProblem error={confirming.error} />
        <div className={classes.buttons}>
          <Button type="submit" look="primary">
            {text('profile.confirmCode')}
          </Button>
          <Button onPress={onEnd}>{text('common.cancel')}</Button>
        </div>
      </form>
    </>
  );
}

/** Shown until the user says that they are kept. */
function RecoveryCodes({
  codes,
  onEnd,
}: {
  readonly codes: readonly string[];
  readonly onEnd: () => void;
}) {
  const text = useText();
  const client = useQueryClient();
  const all = codes.join('\n');
  const end = (): void => {
    onEnd();
    void secondFactorChanged(client);
  };
  return (
    <div role="status" className={classes.token}>
      <p>{text('profile.recoveryHelp')}</p>
      <ul aria-label={text('profile.recoveryCodes')} className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={all} />
        <Button icon={Download} onPress={() => saveText(all, 'recovery-codes.txt')}>
          {text('profile.saveCodes')}
        </Button>
        <Button look="primary" onPress={end}>
          {text('profile.codesKept')}
        </Button>
      </div>
    </div>
  );
}

function CopyButton({ value }: { readonly value: string }) {
  const text = useText();
  const copy = async (): Promise<void> => {
    await copyText(value);
    notify({ text: text('profile.copied') });
  };
  return (
    <Button icon={Copy} onPress={() => void copy().catch((error) => notifyError(text, error))}>
      {text('profile.copy')}
    </Button>
  );
}

function saveText(content: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${content}\n`], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
