import { useRef } from 'react';
import { Popover } from 'react-aria-components';
import classes from './context-menu.module.css';
import popover from './menu.module.css';
import { type MenuEntry, MenuList } from './menu.tsx';

interface Props {
  readonly label: string;
  readonly groups: readonly (readonly MenuEntry[])[];
  /** In the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** A menu where the pointer is; closed it gives the focus back. */
export function ContextMenu({ label, groups, at, onClose }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const closing = groups.map((group) => group.map((entry) => withClosing(entry, onClose)));
  return (
    <>
      <span ref={place} className={classes.place} style={{ left: at.x, top: at.y }} />
      <Popover
        aria-label={label}
        triggerRef={place}
        isOpen
        onOpenChange={(isOpen) => !isOpen && onClose()}
        placement="bottom start"
        offset={0}
        className={popover.popover ?? ''}
      >
        <MenuList label={label} groups={closing} />
      </Popover>
    </>
  );
}

function withClosing(entry: MenuEntry, onClose: () => void): MenuEntry {
  const { run } = entry;
  if (!run) return entry;
  return {
    ...entry,
    run() {
      onClose();
      run();
    },
  };
}
