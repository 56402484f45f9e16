import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import classes from './shell.module.css';
import { useTaskCount } from './task-badge.tsx';

const PlacesDrawer = lazyPart(
  'overlay',
  async () => (await import('./places-drawer.tsx')).PlacesDrawer,
);

/** The places of the header, behind one button. */
export function PlacesMenu() {
  const text = useText();
  const count = useTaskCount();
  const [isOpen, setIsOpen] = useState(false);
  const label =
    count === 0
      ? text('shell.navigation')
      : `${text('shell.navigation')}, ${text('tasks.badge', { count })}`;
  return (
    <span className={classes.menu}>
      <IconButton icon={Menu} label={label} onPress={() => setIsOpen(true)} />
      {count > 0 && <span aria-hidden className={classes.dot} />}
      {isOpen && <PlacesDrawer onClose={() => setIsOpen(false)} />}
    </span>
  );
}
