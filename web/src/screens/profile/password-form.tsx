import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changePassword } from '../../api/account.ts';
import { describeError, kindOf } from '../../api/errors.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './profile.module.css';

export function PasswordForm() {
  const text = useText();
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const changing = useMutation({
    mutationFn: () => changePassword(old, fresh),
    // A wrong present password does not end the session.
    meta: { isSignIn: true },
    onSuccess() {
      notify({ text: text('profile.passwordChanged') });
      setOld('');
      setFresh('');
      setRepeated('');
      setIsChecked(false);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (old !== '' && fresh !== '' && fresh === repeated && !changing.isPending) changing.mutate();
  };
  const missing = (value: string) =>
    isChecked && value === '' ? text('profile.passwordMissing') : undefined;
  const { error } = changing;
  const refusal = error ? describeError(error).detail : undefined;
  const isWrong = kindOf(error) === 'signed-out';
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextField
        label={text('profile.oldPassword')}
        type="password"
        autoComplete="current-password"
        value={old}
        onChange={setOld}
        error={missing(old) ?? (isWrong ? refusal : undefined)}
      />
      <TextField
        label={text('profile.newPassword')}
        type="password"
        autoComplete="new-password"
        value={fresh}
        onChange={setFresh}
        error={missing(fresh) ?? (isWrong ? undefined : refusal)}
      />
      <TextField
        label={text('profile.repeatPassword')}
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={setRepeated}
        error={isChecked && fresh !== repeated ? text('profile.passwordsDiffer') : undefined}
      />
      <div>
        <Button type="submit">{text('profile.changePassword')}</Button>
      </div>
    </form>
  );
}
