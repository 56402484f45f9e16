import { X } from 'lucide-react';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import classes from './attachments.module.css';
import type { RunningUpload } from './use-uploads.ts';

interface Props {
  readonly uploads: readonly RunningUpload[];
  readonly onCancel: (id: number) => void;
}

export function UploadRows({ uploads, onCancel }: Props) {
  const text = useText();
  if (uploads.length === 0) return null;
  return (
    <ul aria-label={text('forms.uploading')} className={classes.list}>
      {uploads.map(({ id, name, progress }) => (
        <li key={id} className={classes.row}>
          <div className={classes.name}>
            <span>{name}</span>
            <progress aria-label={name} value={progress} max={1} />
          </div>
          <IconButton
            icon={X}
            label={text('document.cancelUpload', { name })}
            onPress={() => onCancel(id)}
          />
        </li>
      ))}
    </ul>
  );
}
