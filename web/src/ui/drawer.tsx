import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './button.tsx';
import classes from './drawer.module.css';

interface Props {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Over the page at its beginning, in windows that have no place beside the content. */
export function Drawer({ title, closeLabel, onClose, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classes.scrim ?? ''}
    >
      <Modal className={classes.modal ?? ''}>
        <Dialog className={classes.drawer ?? ''}>
          <div className={classes.head}>
            <Heading slot="title" level={2} className={classes.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} onPress={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
