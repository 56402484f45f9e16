import { X } from 'lucide-react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { flushSync } from 'react-dom';
import { Button, IconButton } from './button.tsx';
import classes from './notices.module.css';

export interface Notice {
  readonly text: string;
  /** Smaller, such as the message of the server and the id of the request. */
  readonly detail?: string | undefined;
  readonly isProblem?: boolean;
  /** Something to do about it, such as undo. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const queue = new ToastQueue<Notice>({
  maxVisibleToasts: 4,
  wrapUpdate: (update) => flushSync(update),
});

/** It stays longer while the pointer or the focus is on it. */
const shownMs = 10_000;

/** Tells something without taking the focus: it is read aloud. Problems stay until they are closed. */
export function notify(notice: Notice): void {
  queue.add(notice, notice.isProblem ? {} : { timeout: shownMs });
}

interface Props {
  readonly label: string;
  readonly closeLabel: string;
}

export function Notices({ label, closeLabel }: Props) {
  return (
    <ToastRegion queue={queue} aria-label={label} className={classes.region ?? ''}>
      {({ toast }) => (
        <Toast
          toast={toast}
          className={`${classes.notice} ${toast.content.isProblem ? classes.problem : ''}`}
        >
          <ToastContent className={classes.content ?? ''}>
            <Text slot="title">{toast.content.text}</Text>
            {toast.content.detail && (
              <Text slot="description" className={classes.detail ?? ''}>
                {toast.content.detail}
              </Text>
            )}
          </ToastContent>
          {toast.content.action && (
            <Button
              look="quiet"
              onPress={() => {
                toast.content.action?.run();
                queue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton icon={X} label={closeLabel} slot="close" />
        </Toast>
      )}
    </ToastRegion>
  );
}
