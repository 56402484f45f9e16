import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../api/errors.ts';
import { type MessageId, useText } from '../i18n/i18n.tsx';
import { type SignInProblem, signIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import classes from './sign-in.module.css';

/** By what went wrong with the last attempt. */
const messages: Readonly<Record<SignInProblem, MessageId>> = {
  missing: 'signIn.missing',
  wrong: 'signIn.wrong',
  codeNeeded: 'signIn.codeNeeded',
  codeWrong: 'signIn.codeWrong',
  slowed: 'signIn.slowed',
  failed: 'signIn.failed',
};

export function SignInForm() {
  const text = useText();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const askForCode = (): void => {
    setNeedsCode(true);
    setCode('');
    codeField.current?.focus();
  };
  const attempt = useAttempt({ name, password, code }, askForCode);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!attempt.isPending) attempt.mutate();
  };
  const message = attempt.data && text(messages[attempt.data]);
  const failure = attempt.error && text(describeError(attempt.error).message);
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextField
        label={text('signIn.name')}
        value={name}
        onChange={setName}
        autoComplete="username"
        autoFocus
        isRequired
      />
      <TextField
        label={text('signIn.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isRequired
      />
      {needsCode && (
        <TextField
          label={text('signIn.code')}
          help={text('signIn.codeHelp')}
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          inputRef={codeField}
          autoFocus
        />
      )}
      <p role="alert" className={classes.problem}>
        {message ?? failure}
      </p>
      <Button type="submit" look="primary">
        {text('signIn.submit')}
      </Button>
    </form>
  );
}

function useAttempt(credentials: Parameters<typeof signIn>[0], askForCode: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => signIn(credentials),
    onSuccess(problem) {
      // What failed without a session is asked for again, too.
      if (problem === undefined) return client.invalidateQueries();
      if (problem === 'codeNeeded' || problem === 'codeWrong') askForCode();
      return undefined;
    },
  });
}
