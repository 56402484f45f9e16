import { type ReactNode, useSyncExternalStore } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import classes from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly isWide?: boolean;
  /** Something that must be answered: a click beside it and Escape do not close it. */
  readonly isStrict?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Over the page, with the focus inside; closed it returns the focus. */
export function Dialog({
  title,
  isWide = false,
  isStrict = false,
  onClose,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isStrict}
      isKeyboardDismissDisabled={isStrict}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classes.scrim ?? ''}
    >
      <Modal className={`${classes.modal} ${isWide ? classes.wide : ''}`}>
        <AriaDialog className={classes.dialog ?? ''} role={isStrict ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons at the end of a dialog; the one that does it is the last. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}

type Render = (close: () => void) => ReactNode;

let open: readonly { readonly id: number; readonly render: Render }[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: typeof open): void {
  open = next;
  for (const listen of listeners) listen();
}

/** Opens a dialog from anywhere, such as from an action; `render` makes a `Dialog`. */
export function openDialog(render: Render): void {
  lastId += 1;
  show([...open, { id: lastId, render }]);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

/** Where dialogs that actions have opened are shown; once in the shell. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(subscribe, () => open);
  return dialogs.map(({ id, render }) => (
    <div key={id}>{render(() => show(open.filter((each) => each.id !== id)))}</div>
  ));
}
