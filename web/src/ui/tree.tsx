import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Tree as AriaTree,
  TreeItem as AriaTreeItem,
  Button,
  Collection,
  TreeItemContent,
} from 'react-aria-components';
import classes from './tree.module.css';

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  /** What is shown; its text is the label. */
  readonly content: ReactNode;
  /** Where it leads. */
  readonly href?: string | undefined;
  /** In the place of an address. */
  readonly onAction?: (() => void) | undefined;
  readonly hasChildren: boolean;
  /** As far as they are known. */
  readonly children: readonly TreeNode[];
}

interface Props {
  readonly label: string;
  readonly nodes: readonly TreeNode[];
  readonly expanded: ReadonlySet<string>;
  readonly onExpand: (expanded: ReadonlySet<string>) => void;
}

/** For hundreds of nodes, not for thousands: all of them are in the page. */
export function Tree({ label, nodes, expanded, onExpand }: Props) {
  return (
    <AriaTree
      aria-label={label}
      className={classes.tree ?? ''}
      items={nodes}
      expandedKeys={expanded}
      onExpandedChange={(keys) => onExpand(new Set([...keys].map(String)))}
    >
      {(node) => <Item {...node} />}
    </AriaTree>
  );
}

function Item({ id, label, content, href, onAction, hasChildren, children }: TreeNode) {
  return (
    <AriaTreeItem
      id={id}
      textValue={label}
      hasChildItems={hasChildren}
      className={classes.item ?? ''}
      {...(href !== undefined && { href })}
      {...(onAction && { onAction })}
    >
      <TreeItemContent>
        <span className={classes.line}>
          {hasChildren ? (
            <Button slot="chevron" className={classes.chevron ?? ''}>
              <ChevronRight aria-hidden size={16} />
            </Button>
          ) : (
            <span className={classes.chevron} />
          )}
          {content}
        </span>
      </TreeItemContent>
      <Collection items={children}>{(node) => <Item {...node} />}</Collection>
    </AriaTreeItem>
  );
}
