import type { ArchiveSize } from '../api/archives.ts';
import { formatsOf } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { notifyError } from '../ui/notify-error.ts';

/** Values of texts about an archive. */
export function sizeTexts({ files, bytes, filesMax, bytesMax }: ArchiveSize) {
  const formats = formatsOf(document.documentElement.lang);
  return {
    count: files,
    size: formats.size(bytes),
    countMax: formats.number(filesMax),
    sizeMax: formats.size(bytesMax),
  };
}

/** Says how much it is. Without `run` it is too much for one archive. */
export function askAboutDownload(size: ArchiveSize, run?: () => Promise<void>): void {
  openDialog((close) => <DownloadDialog size={size} run={run} onClose={close} />);
}

interface Props {
  readonly size: ArchiveSize;
  readonly run: (() => Promise<void>) | undefined;
  readonly onClose: () => void;
}

function DownloadDialog({ size, run, onClose }: Props) {
  const text = useText();
  const send = (): void => {
    onClose();
    run?.().catch((error: unknown) => notifyError(text, error));
  };
  return (
    <Dialog title={text('actions.download')} onClose={onClose}>
      <p>{text('actions.download.size', sizeTexts(size))}</p>
      {!run && <p>{text('actions.download.tooLarge', sizeTexts(size))}</p>}
      <DialogButtons>
        <Button autoFocus onPress={onClose}>
          {text(run ? 'common.cancel' : 'common.close')}
        </Button>
        {run && (
          <Button look="primary" onPress={send}>
            {text('actions.download')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
