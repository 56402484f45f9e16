import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Ellipsis, House, PanelLeft } from 'lucide-react';
import { useRef } from 'react';
import type { Doc } from '../../api/types.ts';
import { folderPlace } from '../../documents/places.ts';
import { useFolderTarget } from '../../grid/drag.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { ancestorsOf } from './ancestors.ts';
import classes from './browse.module.css';
import { collapsedPath } from './collapsed-path.ts';
import { useHref } from './use-href.ts';
import type { TreeSideState } from './use-tree-side.ts';

interface Props {
  readonly folder: Doc;
  readonly side: TreeSideState;
}

/** Where the folder is, with ways to all folders above it. */
export function PathBar({ folder, side }: Props) {
  const text = useText();
  const hrefOf = useHref();
  const isNarrow = useIsNarrow();
  const above = ancestorsOf(folder);
  const { first, hidden, last } = collapsedPath(above, isNarrow ? 1 : 4);
  return (
    <nav aria-label={text('browse.path')} className={classes.path}>
      {!side.isOpen && (
        <IconButton icon={PanelLeft} label={text('browse.showTree')} onPress={side.show} />
      )}
      <ol className={classes.crumbs}>
        <li className={classes.crumb}>
          <Link
            {...folderPlace('/')}
            aria-label={text('browse.root')}
            className={classes.crumbLink ?? ''}
          >
            <House aria-hidden size={16} />
          </Link>
        </li>
        {first.map((each) => (
          <Crumb key={each.uid} folder={each} />
        ))}
        {hidden.length > 0 && (
          <li className={classes.crumb}>
            <ChevronRight aria-hidden size={14} />
            <Menu
              label={text('browse.hiddenFolders')}
              trigger={<IconButton icon={Ellipsis} label={text('browse.hiddenFolders')} />}
              groups={[
                hidden.map(({ uid, title, path }) => ({
                  id: uid,
                  label: title,
                  href: hrefOf(folderPlace(path)),
                })),
              ]}
            />
          </li>
        )}
        {last.map((each) => (
          <Crumb key={each.uid} folder={each} />
        ))}
        {folder.path !== '/' && (
          <li className={classes.crumb}>
            <ChevronRight aria-hidden size={14} />
            <span aria-current="page" className={classes.crumbHere}>
              {folder.title}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function Crumb({ folder }: { readonly folder: Doc }) {
  const element = useRef<HTMLLIElement>(null);
  const navigate = useNavigate();
  useFolderTarget(folder, { element, onRest: () => void navigate(folderPlace(folder.path)) });
  return (
    <li ref={element} className={classes.crumb}>
      <ChevronRight aria-hidden size={14} />
      <Link {...folderPlace(folder.path)} className={classes.crumbLink ?? ''}>
        {folder.title}
      </Link>
    </li>
  );
}
