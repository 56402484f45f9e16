import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  beginSecondFactor,
  endSecondFactor,
  type SecondFactor as Factor,
  secondFactorQuery,
} from '../../api/account.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { NewSecondFactor } from './new-second-factor.tsx';
import classes from './profile.module.css';

/** Codes of an authenticator application, asked for besides the password. */
export function SecondFactor() {
  const text = useText();
  const found = useQuery(secondFactorQuery);
  const [made, setMade] = useState<Factor>();
  return (
    <section className={classes.section}>
      <h2>{text('profile.secondFactor')}</h2>
      {found.isPending && <Loading />}
      {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {made && <NewSecondFactor made={made} onEnd={() => setMade(undefined)} />}
      {!made && found.data?.isConfirmed && <EndForm left={found.data.recoveryCodesLeft} />}
      {!made && found.data && !found.data.isConfirmed && <BeginForm onMade={setMade} />}
    </section>
  );
}

function BeginForm({ onMade }: { readonly onMade: (made: Factor) => void }) {
  const text = useText();
  const [password, setPassword] = useState('');
  const beginning = useMutation({
    mutationFn: () => beginSecondFactor(password),
    // A wrong password does not end the session.
    meta: { isSignIn: true },
    onSuccess: onMade,
  });
  return (
    <Form
      help={text('profile.secondFactorHelp')}
      label={text('profile.secondFactorBegin')}
      error={beginning.error}
      onSubmit={() => password !== '' && !beginning.isPending && beginning.mutate()}
    >
      <TextField
        label={text('profile.oldPassword')}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </Form>
  );
}

function EndForm({ left }: { readonly left: number }) {
  const text = useText();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const ending = useMutation({
    mutationFn: () => endSecondFactor(client, code.trim()),
    onSuccess: () => notify({ text: text('profile.secondFactorEnded') }),
  });
  return (
    <Form
      help={text('profile.secondFactorOn', { left })}
      label={text('profile.secondFactorEnd')}
      error={ending.error}
      onSubmit={() => code !== '' && !ending.isPending && ending.mutate()}
    >
      <TextField
        label={text('signIn.code')}
        help={text('signIn.codeHelp')}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
      />
    </Form>
  );
}

interface FormProps {
  readonly help: string;
  readonly label: string;
  readonly error: unknown;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function Form({ help, label, error, onSubmit, children }: FormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <>
      <p>{help}</p>
      <form onSubmit={submit} className={classes.form}>
        {children}
        <FormProblem error={error} />
        <div>
          <Button type="submit">{label}</Button>
        </div>
      </form>
    </>
  );
}
