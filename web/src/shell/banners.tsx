import { useText } from '../i18n/i18n.tsx';
import { useIsOnline } from '../ui/use-is-online.ts';
import classes from './shell.module.css';

export function Banners() {
  const text = useText();
  const isOnline = useIsOnline();
  return (
    <div role="status">
      {!isOnline && <p className={classes.banner}>{text('shell.offline')}</p>}
    </div>
  );
}
