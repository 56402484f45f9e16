import { Ban, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { useFolderTarget } from './drag.ts';
import classes from './grid.module.css';
import type { Rows } from './selection.ts';

interface Props {
  /** Where files go that are dropped beside folders. */
  readonly folder: Doc;
  readonly rows: Rows;
  readonly onDrop: (files: DataTransfer, folder: Doc) => void;
  readonly children: ReactNode;
}

/** Takes files from outside of the window, and names the folder that they will be put into, or says why not. */
export function FileDrop({ folder, rows, onDrop, children }: Props) {
  const [target, setTarget] = useState<Doc>();
  const element = useRef<HTMLDivElement>(null);
  // For documents that come from another folder, which has been left while they are dragged.
  useFolderTarget(folder, { element });
  const depth = useRef(0);
  const move = (steps: number): void => {
    depth.current += steps;
    if (depth.current <= 0) {
      depth.current = 0;
      setTarget(undefined);
    }
  };
  const listeners = {
    onDragEnter: (event: DragEvent) => hasFiles(event) && move(1),
    onDragLeave: (event: DragEvent) => hasFiles(event) && move(-1),
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const next = folderAt(event, rows) ?? folder;
      event.dataTransfer.dropEffect = mayAdd(next) ? 'copy' : 'none';
      setTarget(next);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      move(-depth.current);
      const into = folderAt(event, rows) ?? folder;
      if (mayAdd(into)) onDrop(event.dataTransfer, into);
    },
  };
  return (
    <div ref={element} className={classes.frame} {...listeners}>
      {children}
      {target && <DropZone target={target} />}
    </div>
  );
}

function DropZone({ target }: { readonly target: Doc }) {
  const text = useText();
  const isOpen = mayAdd(target);
  const Icon = isOpen ? Upload : Ban;
  return (
    <div className={`${classes.dropZone} ${isOpen ? '' : classes.refused}`} role="status">
      <span className={classes.dropLabel}>
        <Icon aria-hidden size={18} />
        {text(isOpen ? 'browse.dropFiles' : 'browse.dropRefused', { title: target.title })}
      </span>
    </div>
  );
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files');
}

function folderAt({ target }: DragEvent, rows: Rows): Doc | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const document = item ? rows.at(Number(item.dataset.index)) : undefined;
  return document && isFolder(document) ? document : undefined;
}

function mayAdd({ contextParameters: { permissions } }: Doc): boolean {
  return !Array.isArray(permissions) || permissions.includes('AddChildren');
}
