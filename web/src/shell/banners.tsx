import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/i18n.tsx';
import classes from './shell.module.css';

export function Banners() {
  const text = useText();
  const isOnline = useSyncExternalStore(
    (listen) => onlineManager.subscribe(listen),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {!isOnline && <p className={classes.banner}>{text('shell.offline')}</p>}
    </div>
  );
}
