import { useRef } from 'react';
import type { Doc } from '../../api/types.ts';
import { folderPlace } from '../../documents/places.ts';
import { useFolderTarget } from '../../grid/drag.ts';
import { useText } from '../../i18n/i18n.tsx';
import { KindIcon } from '../../ui/kind-icon.tsx';
import { Unloaded } from '../../ui/states.tsx';
import { Tree, type TreeNode } from '../../ui/tree.tsx';
import { ancestorsOf } from './ancestors.ts';
import classes from './browse.module.css';
import { named } from './named.ts';
import { useHref } from './use-href.ts';
import { type Branch, useTree } from './use-tree.ts';

/** The folders as a tree, opened to the shown one. */
export function TreePanel({ folder }: { readonly folder: Doc | undefined }) {
  const text = useText();
  const hrefOf = useHref();
  const tree = useTree(folder ? ancestorsOf(folder).map(({ uid }) => uid) : []);
  if (tree.isPending || tree.error) return <Unloaded found={tree} />;
  const open = (uid: string): void => tree.setExpanded(new Set([...tree.expanded, uid]));
  const nodeOf = ({ folder: each, hasFolders, branches, hasMore }: Branch): TreeNode => {
    const shown = named(each, text);
    return {
      id: each.uid,
      label: shown.title,
      content: (
        <Label folder={shown} isHere={each.uid === folder?.uid} onRest={() => open(each.uid)} />
      ),
      href: hrefOf(folderPlace(each.path)),
      hasChildren: hasFolders,
      children: [
        ...branches.map(nodeOf),
        // Without children the tree would take it for a folder that cannot be opened.
        ...(hasFolders && branches.length === 0
          ? [leaf(`loading-${each.uid}`, text('common.loading'))]
          : []),
        ...(hasMore
          ? [leaf(`more-${each.uid}`, text('browse.moreFolders'), () => tree.showMore(each.uid))]
          : []),
      ],
    };
  };
  return (
    <Tree
      label={text('browse.tree')}
      nodes={tree.branches.map(nodeOf)}
      expanded={tree.expanded}
      onExpand={tree.setExpanded}
    />
  );
}

/** Something that is no folder. */
function leaf(id: string, label: string, onAction?: () => void): TreeNode {
  const className = onAction ? classes.moreFolders : classes.treeTitle;
  return {
    id,
    label,
    content: <span className={className}>{label}</span>,
    onAction,
    hasChildren: false,
    children: [],
  };
}

interface LabelProps {
  readonly folder: Doc;
  readonly isHere: boolean;
  onRest(): void;
}

function Label({ folder, isHere, onRest }: LabelProps) {
  const element = useRef<HTMLSpanElement>(null);
  useFolderTarget(folder, { element, onRest });
  return (
    <span ref={element} aria-current={isHere ? 'page' : undefined} className={classes.treeLabel}>
      <KindIcon document={folder} size={17} />
      <span className={classes.treeTitle}>{folder.title}</span>
    </span>
  );
}
