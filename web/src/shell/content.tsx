import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './shell.module.css';

/** The screen. After a navigation the focus is at its beginning, for keyboards and screen readers. */
export function Content() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus();
  }, [pathname]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={classes.content}>
      <Outlet />
    </main>
  );
}
