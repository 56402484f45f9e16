import { allPlaces } from '../actions/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { PlaceLinks } from './place-links.tsx';

/** All places, in windows whose header has no room for them. */
export function PlacesDrawer({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  return (
    <Drawer title="Cartulary" closeLabel={text('common.close')} onClose={onClose}>
      <PlaceLinks places={allPlaces} isColumn onFollow={onClose} />
    </Drawer>
  );
}
