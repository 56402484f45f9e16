import { Folder } from 'lucide-react';
import { useState } from 'react';
import type { Doc } from '../api/types.ts';
import { shownTitle } from '../documents/shown-title.ts';
import { useText } from '../i18n/i18n.tsx';
import { Failure } from '../ui/states.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type TreeNode, TreePicker } from '../ui/tree-picker.tsx';
import { type FolderNode, foldersAbove, useFolderTree, useFoundFolders } from './folder-tree.ts';

interface Props {
  /** The tree is opened down to it. */
  readonly start: Doc | undefined;
  readonly chosen: Doc | undefined;
  readonly onChoose: (folder: Doc | undefined) => void;
  readonly isPossible: (folder: Doc) => boolean;
}

/** A tree of folders, or the folders found by a part of their titles. */
export function FolderChooser({ start, chosen, onChoose, isPossible }: Props) {
  const text = useText();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => openedFor(start));
  const [words, setWords] = useState('');
  const tree = useFolderTree(start, expanded);
  const found = useFoundFolders(words);
  const shown = found ? (found.data?.entries ?? []).map(leafOf) : tree.nodes;
  const isPending = found ? found.isPending : tree.isPending;
  const error = found ? found.error : tree.error;
  return (
    <>
      <TextField
        label={text('actions.findFolder')}
        value={words}
        onChange={setWords}
        type="search"
        autoFocus
      />
      {error ? (
        <Failure error={error} />
      ) : (
        <TreePicker
          label={text('actions.folders')}
          icon={Folder}
          nodes={shown.map((each) => treeNode(each, isPossible, found !== undefined))}
          selected={chosen?.uid}
          onSelect={(uid) => onChoose(folderOf(shown, uid))}
          expanded={expanded}
          onExpand={setExpanded}
          emptyText={text(isPending ? 'common.loading' : 'actions.noFolders')}
        />
      )}
    </>
  );
}

function openedFor(document: Doc | undefined): ReadonlySet<string> {
  const above = foldersAbove(document);
  const root = document?.path === '/' ? document.uid : above[0]?.parentRef;
  return new Set([...(root ? [root] : []), ...above.map(({ uid }) => uid)]);
}

function leafOf(folder: Doc): FolderNode {
  return { folder, children: [], hasChildren: false };
}

function folderOf(nodes: readonly FolderNode[], uid: string): Doc | undefined {
  for (const { folder, children } of nodes) {
    const found = folder.uid === uid ? folder : folderOf(children, uid);
    if (found) return found;
  }
  return undefined;
}

function treeNode(
  { folder, children, hasChildren }: FolderNode,
  isPossible: (folder: Doc) => boolean,
  withPath: boolean,
): TreeNode {
  return {
    id: folder.uid,
    label: shownTitle(folder),
    description: withPath ? folder.path : undefined,
    isDisabled: !isPossible(folder),
    hasChildren,
    children: children.map((each) => treeNode(each, isPossible, withPath)),
  };
}
