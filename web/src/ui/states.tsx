import type { LucideIcon } from 'lucide-react';
import { CircleAlert, CloudOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { describeError } from '../api/errors.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from './button.tsx';
import classes from './states.module.css';
import { useIsOnline } from './use-is-online.ts';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** In the place of a whole screen, which then has this title. */
  readonly isScreen?: boolean;
}

/** In the place of what is not there, with what can be done about it. */
export function Empty({ icon: Icon, title, children, isScreen = false }: EmptyProps) {
  const Title = isScreen ? 'h1' : 'p';
  return (
    <div className={classes.state}>
      <Icon aria-hidden size={40} strokeWidth={1.25} />
      <Title className={classes.title}>{title}</Title>
      {children}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** In the place of a whole screen, which then has this title. */
  readonly isScreen?: boolean;
}

/** In the place of what could not be read: the meaning, the message of the server, and the id of the request. */
export function Failure({ error, onRetry, isScreen = false }: FailureProps) {
  const text = useText();
  const Title = isScreen ? 'h1' : 'p';
  const { message, detail, requestId } = describeError(error);
  return (
    <div className={classes.state} role="alert">
      <CircleAlert aria-hidden size={40} strokeWidth={1.25} />
      <Title className={classes.title}>{text(message)}</Title>
      {detail && <p>{detail}</p>}
      {requestId && <p className={classes.quiet}>{text('error.requestId', { id: requestId })}</p>}
      {onRetry && <Button onPress={onRetry}>{text('common.retry')}</Button>}
    </div>
  );
}

interface UnloadedProps {
  readonly found: { readonly error: unknown; refetch(): unknown };
  readonly isScreen?: boolean;
}

/** In the place of what has not been read: it comes, or could not be read. */
export function Unloaded({ found, isScreen = false }: UnloadedProps) {
  const { error } = found;
  if (error) return <Failure {...{ error, isScreen }} onRetry={() => void found.refetch()} />;
  return isScreen ? <ScreenLoading /> : <Loading />;
}

/** In the place of a whole screen, until its own title is known. */
export function ScreenLoading() {
  const text = useText();
  return (
    <>
      <h1 className="visually-hidden">{text('common.loading')}</h1>
      <Loading />
    </>
  );
}

/** After a moment only: what comes at once must not flicker. Requests wait while there is no connection. */
export function Loading() {
  const text = useText();
  const isOnline = useIsOnline();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.state} role="status">
      {!isOnline && (
        <>
          <CloudOff aria-hidden size={40} strokeWidth={1.25} />
          <p className={classes.title}>{text('common.noConnection')}</p>
          <p>{text('common.noConnectionHelp')}</p>
        </>
      )}
      {isOnline && isLate && (
        <>
          <span className={classes.spinner} />
          <p className={classes.quiet}>{text('common.loading')}</p>
        </>
      )}
    </div>
  );
}
