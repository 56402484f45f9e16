import type { LucideIcon } from 'lucide-react';
import { ChevronRight } from 'lucide-react';
import { Button, type Key, Tree, TreeItem, TreeItemContent } from 'react-aria-components';
import classes from './tree-picker.module.css';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** It can be opened, and not chosen. */
  readonly isDisabled: boolean;
  readonly hasChildren: boolean;
  /** Those that are loaded. */
  readonly children: readonly TreeNode[];
}

interface Props {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly nodes: readonly TreeNode[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (ids: ReadonlySet<string>) => void;
  /** In the place of nodes when there are none. */
  readonly emptyText: string;
}

/** One node of a tree, whose nodes are loaded when they are opened. */
export function TreePicker(props: Props) {
  const { label, nodes, selected, onSelect, expanded, onExpand, emptyText } = props;
  const select = (keys: 'all' | Set<Key>): void => {
    const [id] = keys === 'all' ? [] : [...keys];
    if (id !== undefined) onSelect(String(id));
  };
  return (
    <Tree
      aria-label={label}
      className={classes.tree ?? ''}
      selectionMode="single"
      selectionBehavior="replace"
      disabledBehavior="selection"
      disallowEmptySelection
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={select}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
      renderEmptyState={() => <p className={classes.empty}>{emptyText}</p>}
    >
      {nodes.map((node) => renderNode(node, props.icon))}
    </Tree>
  );
}

function renderNode(node: TreeNode, Icon: LucideIcon) {
  const { id, label, description, isDisabled, hasChildren, children } = node;
  return (
    <TreeItem
      key={id}
      id={id}
      textValue={label}
      isDisabled={isDisabled}
      hasChildItems={hasChildren}
      className={`${classes.item} ${hasChildren ? '' : classes.leaf}`}
    >
      <TreeItemContent>
        <div className={classes.row}>
          <Button slot="chevron" className={classes.chevron ?? ''}>
            <ChevronRight aria-hidden size={16} />
          </Button>
          <Icon aria-hidden size={18} className={classes.icon} />
          <span className={classes.texts}>
            <span>{label}</span>
            {description && <span className={classes.description}>{description}</span>}
          </span>
        </div>
      </TreeItemContent>
      {children.map((child) => renderNode(child, Icon))}
    </TreeItem>
  );
}
