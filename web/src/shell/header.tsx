import { Link, useNavigate } from '@tanstack/react-router';
import { CircleUser, Library, LogOut, Settings, Star } from 'lucide-react';
import { CommandButton } from '../actions/command-button.tsx';
import { applicationPath } from '../api/server.ts';
import { useText } from '../i18n/i18n.tsx';
import { displayName } from '../session/session.ts';
import { useSignOut, useUser } from '../session/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './shell.module.css';
import { TasksPlace } from './task-badge.tsx';

export function Header() {
  const text = useText();
  return (
    <header className={classes.header}>
      <Link to="/" className={classes.brand}>
        <img src="icon.svg" alt="" width="26" height="26" />
        <span>Cartulary</span>
      </Link>
      <nav aria-label={text('shell.navigation')} className={classes.places}>
        <Link to="/browse/$" params={{ _splat: '' }} className={classes.place ?? ''}>
          {text('shell.browse')}
        </Link>
        <TasksPlace />
        <Link to="/trash" className={classes.place ?? ''}>
          {text('actions.trashPlace')}
        </Link>
      </nav>
      <SearchBox />
      <CommandButton />
      <UserMenu />
    </header>
  );
}

function UserMenu() {
  const text = useText();
  const name = displayName(useUser());
  const signOut = useSignOut();
  const navigate = useNavigate();
  const openProfile = (): void => void navigate({ to: '/profile' });
  const label = text('shell.userMenu', { name });
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={CircleUser} label={label} />}
      groups={[
        [
          {
            id: 'favorites',
            label: text('social.favorites'),
            icon: Star,
            href: `${applicationPath}/favorites`,
          },
          {
            id: 'collections',
            label: text('social.collections'),
            icon: Library,
            href: `${applicationPath}/collections`,
          },
        ],
        [{ id: 'profile', label: text('shell.profile'), icon: Settings, run: openProfile }],
        [
          {
            id: 'sign-out',
            label: text('shell.signOut'),
            icon: LogOut,
            run: () => void signOut(),
          },
        ],
      ]}
    />
  );
}
