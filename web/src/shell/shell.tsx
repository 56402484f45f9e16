import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/i18n.tsx';
import { meQuery } from '../session/session.ts';
import { useIsSignedOut } from '../session/signed-out.ts';
import { DialogHost } from '../ui/dialog.tsx';
import { Notices } from '../ui/notices.tsx';
import { Failure, ScreenLoading } from '../ui/states.tsx';
import { UploadsHost } from '../uploads/uploads-host.tsx';
import { Banners } from './banners.tsx';
import { Content } from './content.tsx';
import { Header } from './header.tsx';
import classes from './shell.module.css';
import { SignInAgain, SignInPage } from './sign-in.tsx';

/** Around every screen: who is signed in, where one can go, and what happens meanwhile. */
export function Shell() {
  const text = useText();
  const me = useQuery(meQuery);
  const isSignedOut = useIsSignedOut();
  if (!me.data && (me.isPending || me.error)) {
    return (
      <main>
        {me.isPending ? (
          <ScreenLoading />
        ) : (
          <Failure isScreen error={me.error} onRetry={() => void me.refetch()} />
        )}
      </main>
    );
  }
  if (!me.data) return <SignInPage />;
  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        {text('shell.skip')}
      </a>
      <Header />
      <Banners />
      <Content />
      <UploadsHost />
      <DialogHost />
      {isSignedOut && <SignInAgain />}
      <Notices label={text('shell.notifications')} closeLabel={text('common.close')} />
    </div>
  );
}
