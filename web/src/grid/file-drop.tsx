import { Ban, Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { containerTypeIn, takesFiles } from '../documents/subtypes.ts';
import { type MessageId, useText } from '../i18n/i18n.tsx';
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
      event.dataTransfer.dropEffect = refusalOf(next) ? 'none' : 'copy';
      setTarget(next);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      move(-depth.current);
      const into = folderAt(event, rows) ?? folder;
      if (!refusalOf(into)) onDrop(event.dataTransfer, into);
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
  const refusal = refusalOf(target);
  const Icon = refusal ? Ban : Upload;
  const offer = takesFiles(target) ? 'browse.dropFiles' : 'browse.dropFolders';
  return (
    <div className={`${classes.dropZone} ${refusal ? classes.refused : ''}`} role="status">
      <span className={classes.dropLabel}>
        <Icon aria-hidden size={18} />
        {text(refusal ?? offer, { title: target.title })}
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

/** What files are is not told before they are dropped: folders may be taken where files are not. */
function refusalOf(folder: Doc): MessageId | undefined {
  const { permissions } = folder.contextParameters;
  if (Array.isArray(permissions) && !permissions.includes('AddChildren')) {
    return 'browse.dropRefused';
  }
  const takesSomething = takesFiles(folder) || containerTypeIn(folder) !== undefined;
  return takesSomething ? undefined : 'browse.dropNothing';
}
