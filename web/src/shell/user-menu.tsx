import { useRouter } from '@tanstack/react-router';
import { CircleUser, LogOut } from 'lucide-react';
import { otherPlaces } from '../actions/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { displayName } from '../session/session.ts';
import { useSignOut, useUser } from '../session/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';

/** What is the user's own, and the places that are seldom gone to. */
export function UserMenu() {
  const text = useText();
  const router = useRouter();
  const signOut = useSignOut();
  const label = text('shell.userMenu', { name: displayName(useUser()) });
  const places = otherPlaces.map(({ id, label: name, icon, link }) => ({
    id,
    label: text(name),
    icon,
    href: router.buildLocation(link).publicHref,
  }));
  const end = {
    id: 'sign-out',
    label: text('shell.signOut'),
    icon: LogOut,
    run: () => void signOut(),
  };
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={CircleUser} label={label} />}
      groups={[places, [end]]}
    />
  );
}
