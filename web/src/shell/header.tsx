import { Link } from '@tanstack/react-router';
import { CircleUser, LogOut, Settings } from 'lucide-react';
import { useText } from '../i18n/i18n.tsx';
import { displayName } from '../session/session.ts';
import { useSignOut, useUser } from '../session/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './shell.module.css';

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
      </nav>
      <SearchBox />
      <UserMenu />
    </header>
  );
}

function UserMenu() {
  const text = useText();
  const name = displayName(useUser());
  const signOut = useSignOut();
  const label = text('shell.userMenu', { name });
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={CircleUser} label={label} />}
      groups={[
        [{ id: 'profile', label: text('shell.profile'), icon: Settings }],
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
