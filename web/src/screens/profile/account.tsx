import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changeNames } from '../../api/account.ts';
import { useText } from '../../i18n/i18n.tsx';
import { displayName, type User } from '../../session/session.ts';
import { useUser } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './profile.module.css';

/** Only these users may change users, also themselves. */
function mayChangeUsers({ isAdministrator, groups }: User): boolean {
  return isAdministrator || groups.includes('powerusers');
}

export function Account() {
  const text = useText();
  const user = useUser();
  const isEditor = mayChangeUsers(user);
  return (
    <section className={classes.section}>
      <h2>{text('profile.account')}</h2>
      <dl className={classes.facts}>
        {!isEditor && (
          <>
            <dt>{text('profile.name')}</dt>
            <dd>{displayName(user)}</dd>
          </>
        )}
        <dt>{text('profile.userName')}</dt>
        <dd>{user.id}</dd>
        {!isEditor && (
          <>
            <dt>{text('profile.email')}</dt>
            <dd>{user.email || text('common.none')}</dd>
          </>
        )}
        <dt>{text('profile.groups')}</dt>
        <dd>{user.groups.join(', ') || text('common.none')}</dd>
      </dl>
      {isEditor ? (
        <NamesForm user={user} />
      ) : (
        <p className={classes.quiet}>{text('profile.namesFixed')}</p>
      )}
    </section>
  );
}

function NamesForm({ user }: { readonly user: User }) {
  const text = useText();
  const client = useQueryClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const [email, setEmail] = useState(user.email);
  const saving = useMutation({
    mutationFn: () => changeNames(client, user.id, { firstName, lastName, email }),
    onSuccess: () => notify({ text: text('profile.saved') }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <TextField
        label={text('profile.firstName')}
        value={firstName}
        onChange={setFirstName}
        autoComplete="given-name"
      />
      <TextField
        label={text('profile.lastName')}
        value={lastName}
        onChange={setLastName}
        autoComplete="family-name"
      />
      <TextField
        label={text('profile.email')}
        type="email"
        value={email}
        onChange={setEmail}
        autoComplete="email"
      />
      <FormProblem error={saving.error} />
      <div>
        <Button type="submit">{text('common.save')}</Button>
      </div>
    </form>
  );
}
