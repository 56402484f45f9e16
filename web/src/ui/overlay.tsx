import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import dialog from './dialog.module.css';
import classes from './overlay.module.css';

interface Props {
  readonly label: string;
  /** Escape means something else in it now. */
  readonly keepsEscape: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Nearly as large as the window, with the focus inside; closed it returns the focus. */
export function Overlay({ label, keepsEscape, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      isKeyboardDismissDisabled={keepsEscape}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={dialog.scrim ?? ''}
    >
      <Modal className={classes.overlay ?? ''}>
        <Dialog aria-label={label} className={classes.content ?? ''}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
