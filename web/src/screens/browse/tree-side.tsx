import { PanelLeftClose } from 'lucide-react';
import type { Doc } from '../../api/types.ts';
import { firstListing } from '../../grid/first-listing.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useIsWide } from '../../ui/use-is-narrow.ts';
import classes from './browse.module.css';

/** After the list, which it would keep waiting. */
const TreePanel = lazyPart('part', async () => {
  await firstListing;
  return (await import('./tree-panel.tsx')).TreePanel;
});

interface Props {
  readonly folder: Doc | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The tree beside the list; over it in narrow windows. */
export function TreeSide({ folder, isOpen, onClose }: Props) {
  const text = useText();
  const isWide = useIsWide();
  if (!isOpen) return null;
  const panel = <TreePanel folder={folder} />;
  if (!isWide) {
    return (
      <Drawer title={text('browse.tree')} closeLabel={text('common.close')} onClose={onClose}>
        {panel}
      </Drawer>
    );
  }
  return (
    <aside aria-label={text('browse.tree')} className={classes.side}>
      <div className={classes.sideHead}>
        <h2 className={classes.sideTitle}>{text('browse.tree')}</h2>
        <IconButton icon={PanelLeftClose} label={text('browse.hideTree')} onPress={onClose} />
      </div>
      {panel}
    </aside>
  );
}
