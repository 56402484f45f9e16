import { useState } from 'react';
import type { Doc } from '../../../api/types.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { sizeOf } from '../../../previews/previewed-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { mainFileOf } from './main-file.ts';
import { useReplacing } from './use-replacing.ts';

interface Props {
  readonly document: Doc;
  readonly file: File;
  readonly onClose: () => void;
}

/** Asks before the main file is replaced: the one before stays in a version, unless the user does not want one. */
export function ReplaceDialog({ document, file, onClose }: Props) {
  const text = useText();
  const formats = useFormats();
  const [keeps, setKeeps] = useState(true);
  const { progress, start } = useReplacing(document, file, onClose);
  const before = mainFileOf(document);
  const isVersionable = document.facets.includes('Versionable');
  // A document that is checked in is a version already.
  const mayKeep = before !== undefined && isVersionable && document.isCheckedOut;
  const keepsVersion = mayKeep && keeps;
  const isLost =
    before !== undefined && !keepsVersion && !(isVersionable && !document.isCheckedOut);
  const isRunning = progress !== undefined;
  const described = (name: string, size: number): string => `${name} (${formats.size(size)})`;
  return (
    <Dialog title={text('document.replace')} isStrict onClose={onClose}>
      <p>
        {text(before ? 'document.replaceBy' : 'document.addMainFile', {
          before: before ? described(before.name ?? '', sizeOf(before)) : '',
          after: described(file.name, file.size),
        })}
      </p>
      {mayKeep && (
        <Checkbox isSelected={keeps} onChange={setKeeps} isDisabled={isRunning}>
          {text('versions.keepCurrent')}
        </Checkbox>
      )}
      {isLost && <p role="status">{text('document.replaceLoses')}</p>}
      {isRunning && <Progress label={text('forms.uploading')} value={progress} />}
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look={isLost ? 'danger' : 'primary'}
          isDisabled={isRunning}
          onPress={() => start(keepsVersion)}
        >
          {text(before ? 'document.replace' : 'document.addMainFileButton')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
