import type { ReactNode } from 'react';
import type { Listing } from '../api/children.ts';
import type { Doc } from '../api/types.ts';
import type { DropMode, FolderTarget } from './drop-rules.ts';

export interface ListOrder {
  /** Of a column. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

export interface Picked {
  /** Of a whole list those that are known. */
  readonly documents: readonly Doc[];
  readonly isWhole: boolean;
  readonly total: number;
  readonly isCapped: boolean;
  /** It is not known yet how many there are. */
  readonly isUndecided: boolean;
  /** How many of the selected documents are not in the view. */
  readonly outOfView: number;
  clear(): void;
  /** Where all that are loaded are selected, and there are more. */
  readonly selectWhole: (() => void) | undefined;
}

export interface Editing {
  readonly uid: string;
  readonly field: ReactNode;
}

/** What a menu at a place of the window is for. */
export interface Concerned {
  readonly documents: readonly Doc[];
  readonly isWhole: boolean;
}

export interface DocumentListProps extends ListOrder {
  readonly folder: Doc;
  /** Read as the name of the list. */
  readonly label: string;
  readonly listing: Listing;
  readonly view: 'list' | 'grid';
  /** Ids of the wanted columns. */
  readonly columns: readonly string[];
  /** Of the history of the window: where the list was is kept for it. */
  readonly entry: string;
  onSort(column: string): void;
  hrefOf(document: Doc): string;
  onOpen(document: Doc): void;
  onPreview(document: Doc): void;
  /** The document that is looked at over the list: the focus follows to its row. */
  readonly looked: string | undefined;
  onParent(): void;
  /** Ids of documents that are taken away where they are pasted. */
  readonly cut: ReadonlySet<string>;
  /** A document whose title is being changed, and the field for it. */
  readonly editing: Editing | undefined;
  onMenu(concerned: Concerned, at: { readonly x: number; readonly y: number }): void;
  onDropDocuments(documents: readonly Doc[], target: FolderTarget, mode: DropMode): void;
  onDropFiles(files: DataTransfer, folder: Doc): void;
  /** Above the list: what is selected, and what can be done with it. */
  bar(picked: Picked): ReactNode;
  readonly empty: ReactNode;
}
