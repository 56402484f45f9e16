import { type MessageId, useText } from '../i18n/i18n.tsx';
import { type ProviderProblem, providerProblem } from '../session/providers.ts';
import { Dialog } from '../ui/dialog.tsx';
import { usePageTitle } from './page-title.tsx';
import { Providers } from './providers.tsx';
import classes from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

const problems: Readonly<Record<ProviderProblem, MessageId>> = {
  refused: 'signIn.providerRefused',
  away: 'signIn.providerAway',
};

/** At any address without a session: the address stays, and is shown after the sign-in. */
export function SignInPage() {
  const text = useText();
  usePageTitle(text('signIn.title'));
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <p className={classes.brand}>
          <img src="icon.svg" alt="" width="28" height="28" />
          Cartulary
        </p>
        <h1>{text('signIn.title')}</h1>
        {providerProblem && (
          <p role="alert" className={classes.problem}>
            {text(problems[providerProblem])}
          </p>
        )}
        <SignInForm />
        <Providers />
      </div>
    </main>
  );
}

/** Over a screen whose session has ended: what was typed there stays. */
export function SignInAgain() {
  const text = useText();
  return (
    <Dialog title={text('signIn.title')} isStrict onClose={() => undefined}>
      <p>{text('signIn.again')}</p>
      <SignInForm />
      <Providers isOver />
    </Dialog>
  );
}
