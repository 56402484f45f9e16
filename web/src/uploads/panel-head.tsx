import { ChevronDown, ChevronUp, Pause, Play, RotateCw, Undo2, X } from 'lucide-react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { Progress } from '../ui/progress.tsx';
import { amountsOf, summaryOf } from './describe-upload.ts';
import { type UploadsShown, uploads } from './engine.ts';
import classes from './panel.module.css';

interface Props {
  readonly shown: UploadsShown;
  readonly isOpen: boolean;
  readonly listId: string;
  readonly onToggle: (isOpen: boolean) => void;
}

export function PanelHead({ shown, isOpen, listId, onToggle }: Props) {
  const text = useText();
  const formats = useFormats();
  const { counts } = shown;
  const amounts = amountsOf(shown, text, formats);
  // Empty folders and empty files have no bytes.
  const part = counts.bytes > 0 ? counts.shownBytes / counts.bytes : counts.done / counts.all;
  return (
    <div className={classes.head}>
      <IconButton
        icon={isOpen ? ChevronDown : ChevronUp}
        label={text(isOpen ? 'uploads.hideList' : 'uploads.showList')}
        aria-expanded={isOpen}
        aria-controls={listId}
        onPress={() => onToggle(!isOpen)}
      />
      <div className={classes.summary}>
        <h2 className={classes.title}>{summaryOf(shown, text)}</h2>
        <Progress label={text('uploads.progressOfAll')} value={part} />
        <p className={classes.amounts}>{amounts.join(' · ')}</p>
      </div>
      <HeadButtons shown={shown} />
    </div>
  );
}

function HeadButtons({ shown: { counts, isPaused, undoable } }: Pick<Props, 'shown'>) {
  const text = useText();
  const isOver = counts.done === counts.all;
  const failed = () => uploads.queue.all.filter(({ state }) => state === 'failed');
  const undo = async (): Promise<void> => {
    try {
      notify({ text: text('uploads.undone', { count: await uploads.undo() }) });
    } catch (error) {
      notifyError(text, error);
    }
  };
  return (
    <div className={classes.buttons}>
      {counts.failed > 0 && (
        <Button icon={RotateCw} onPress={() => uploads.resume(failed())}>
          {text('uploads.retryAll')}
        </Button>
      )}
      {undoable > 0 && (
        <Button icon={Undo2} look="quiet" onPress={() => void undo()}>
          {text('uploads.undo', { count: undoable })}
        </Button>
      )}
      {counts.active > 0 && (
        <IconButton
          icon={isPaused ? Play : Pause}
          label={text(isPaused ? 'uploads.resumeAll' : 'uploads.pauseAll')}
          onPress={() => uploads.setPaused(!isPaused)}
        />
      )}
      {isOver ? (
        <IconButton icon={X} label={text('uploads.clear')} onPress={() => uploads.clear()} />
      ) : (
        <Button onPress={() => uploads.cancelAll()}>{text('uploads.cancelAll')}</Button>
      )}
    </div>
  );
}
