import { ArrowDown, ArrowUp, Download, File as FileIcon, Trash2 } from 'lucide-react';
import type { Attachment } from '../../../api/attachments.ts';
import { complexOf } from '../../../documents/values.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import classes from './attachments.module.css';

interface Props {
  readonly attachment: Attachment;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Undefined for those who may only read. */
  readonly onMove: ((by: number) => void) | undefined;
  readonly onRemove: (name: string) => void;
}

export function AttachmentRow({ attachment, isFirst, isLast, onMove, onRemove }: Props) {
  const text = useText();
  const formats = useFormats();
  const { name, data, length, 'mime-type': type } = complexOf(attachment.file) ?? {};
  const shownName = String(name ?? '') || text('forms.unnamedFile');
  const size = Number(length ?? Number.NaN);
  return (
    <li className={classes.row}>
      <FileIcon aria-hidden size={18} />
      <div className={classes.name}>
        <span>{shownName}</span>
        <span className={classes.quiet}>
          {[Number.isFinite(size) && formats.size(size), type].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className={classes.actions}>
        {typeof data === 'string' && (
          <a href={data} download className={classes.download}>
            <Download aria-hidden size={18} />
            <span className="visually-hidden">{text('forms.download', { name: shownName })}</span>
          </a>
        )}
        {onMove && (
          <>
            <IconButton
              icon={ArrowUp}
              label={text('forms.moveUp', { label: shownName })}
              isDisabled={isFirst}
              onPress={() => onMove(-1)}
            />
            <IconButton
              icon={ArrowDown}
              label={text('forms.moveDown', { label: shownName })}
              isDisabled={isLast}
              onPress={() => onMove(1)}
            />
            <IconButton
              icon={Trash2}
              label={text('forms.removeItem', { label: shownName })}
              onPress={() => onRemove(shownName)}
            />
          </>
        )}
      </div>
    </li>
  );
}
