import { Link } from '@tanstack/react-router';
import { CommandButton } from '../actions/command-button.tsx';
import { mainPlaces } from '../actions/places.ts';
import { useIsWide } from '../ui/use-is-narrow.ts';
import { PlaceLinks } from './place-links.tsx';
import { PlacesMenu } from './places-menu.tsx';
import { SearchBox } from './search-box.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

export function Header() {
  const isWide = useIsWide();
  return (
    <header className={classes.header}>
      {!isWide && <PlacesMenu />}
      <Link to="/" className={classes.brand}>
        <img src="icon.svg" alt="" width="26" height="26" />
        <span>Cartulary</span>
      </Link>
      {isWide && <PlaceLinks places={mainPlaces} />}
      <SearchBox />
      <CommandButton />
      <UserMenu />
    </header>
  );
}
