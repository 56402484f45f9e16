import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import classes from './file-target.module.css';

interface Props {
  /** What happens with files that are dropped here. */
  readonly label: string;
  /** Undefined where files are not taken. */
  readonly onDrop: ((files: readonly File[]) => void) | undefined;
  readonly children: ReactNode;
}

/** Takes files from outside of the window. A target within another one takes them for itself. */
export function FileTarget({ label, onDrop, children }: Props) {
  const [isOver, setIsOver] = useState(false);
  const depth = useRef(0);
  const move = (steps: number): void => {
    depth.current = Math.max(0, depth.current + steps);
    setIsOver(depth.current > 0);
  };
  const handle = (run: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!onDrop || !event.dataTransfer.types.includes('Files')) return;
    event.stopPropagation();
    event.preventDefault();
    run(event);
  };
  const listeners = {
    onDragEnter: handle(() => move(1)),
    onDragLeave: handle(() => move(-1)),
    onDragOver: handle(({ dataTransfer }) => {
      dataTransfer.dropEffect = 'copy';
    }),
    onDrop: handle(({ dataTransfer }) => {
      move(-depth.current);
      const files = droppedFiles(dataTransfer);
      if (files.length > 0) onDrop?.(files);
    }),
  };
  return (
    <div className={classes.target} {...listeners}>
      {children}
      {isOver && (
        <div className={classes.zone} role="status">
          <span className={classes.label}>
            <Upload aria-hidden size={18} />
            {label}
          </span>
        </div>
      )}
    </div>
  );
}

/** Without folders, which have no content of their own. */
function droppedFiles({ items }: DataTransfer): readonly File[] {
  return [...items]
    .filter((item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true)
    .flatMap((item) => item.getAsFile() ?? []);
}
