import { Download, File as FileIcon, Trash2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { complexOf } from '../../documents/values.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { useForm, useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import type { WidgetProps } from '../widget.ts';

export function BlobWidget({
  path,
  label,
  isLabelHidden,
  value,
  onChange,
  isReadOnly,
}: WidgetProps) {
  const text = useText();
  const formats = useFormats();
  const error = useProblem(path, true);
  const { progress, choose, cancel } = useUpload(onChange);
  const blob = complexOf(value);
  const { name, data } = blob ?? {};
  const length = Number(blob?.length ?? Number.NaN);
  const shownName = String(name ?? '') || text('forms.unnamedFile');
  return (
    <fieldset className={classes.fileField}>
      <legend className={isLabelHidden ? 'visually-hidden' : (classes.label ?? '')}>{label}</legend>
      <div className={classes.file}>
        {blob && (
          <>
            <FileIcon aria-hidden size={17} />
            <span className={classes.fileName}>{shownName}</span>
            {Number.isFinite(length) && (
              <span className={classes.quiet}>{formats.size(length)}</span>
            )}
          </>
        )}
        {!blob && <span className={classes.quiet}>{text('forms.noFile')}</span>}
        <span className={classes.fileActions}>
          {typeof data === 'string' && (
            <a href={data} download className={classes.download}>
              <Download aria-hidden size={17} />
              <span className="visually-hidden">{text('forms.download', { name: shownName })}</span>
            </a>
          )}
          {!isReadOnly && progress === undefined && (
            <FileButton icon={Upload} onChoose={([file]) => file && choose(file)}>
              {text(blob ? 'forms.replaceFile' : 'forms.chooseFile')}
            </FileButton>
          )}
          {!isReadOnly && blob && progress === undefined && (
            <IconButton
              icon={Trash2}
              label={text('forms.removeFile', { name: shownName })}
              onPress={() => onChange(null)}
            />
          )}
        </span>
      </div>
      {progress !== undefined && (
        <div className={classes.file}>
          <progress aria-label={text('forms.uploading')} value={progress} max={1} />
          <Button onPress={cancel}>{text('common.cancel')}</Button>
        </div>
      )}
      {error && <p className={classes.error}>{error}</p>}
    </fieldset>
  );
}

interface RunningUpload {
  /** From 0 to 1; undefined while nothing is sent. */
  readonly progress: number | undefined;
  readonly choose: (file: File) => void;
  readonly cancel: () => void;
}

/** Sends a file at once, so that saving is quick; the value changes when it has arrived. */
function useUpload(onChange: WidgetProps['onChange']): RunningUpload {
  const text = useText();
  const { uploadFile, onBusy } = useForm();
  const [progress, setProgress] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const choose = async (file: File): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setProgress(0);
    onBusy(true);
    try {
      onChange(await uploadFile(file, { signal, onProgress: setProgress }));
    } catch (error) {
      if (!signal.aborted) notifyError(text, error);
    } finally {
      setProgress(undefined);
      onBusy(false);
    }
  };
  return { progress, choose: (file) => void choose(file), cancel: () => running.current?.abort() };
}
