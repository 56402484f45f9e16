import { X } from 'lucide-react';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import type { Doc } from '../../api/types.ts';
import { fileLength } from '../../grid/columns.ts';
import type { Picked } from '../../grid/list-props.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import classes from './browse.module.css';
import { useWholeList } from './whole-list.ts';

interface Props {
  readonly folder: Doc;
  /** By which the list is filtered. */
  readonly filter: string;
  readonly picked: Picked;
  readonly renameInPlace: (document: Doc) => void;
}

/** How many documents there are and how many of them are selected, with what can be done with them. */
export function SelectionBar({ folder, filter, picked, renameInPlace }: Props) {
  const text = useText();
  const { documents, total, isCapped, isUndecided, selectWhole } = picked;
  const whole = useWholeList({ folder, filter, picked });
  const count = documents.length;
  const isInView = picked.outOfView === 0;
  const shown = { documents, folder, whole, ...(isInView && { renameInPlace }) };
  useActionShortcuts(shown);
  return (
    <div className={count > 0 ? `${classes.bar} ${classes.selecting}` : classes.bar}>
      {count > 0 && (
        <IconButton icon={X} label={text('browse.clearSelection')} onPress={picked.clear} />
      )}
      {count === 0 && isUndecided ? (
        <p role="status" className={`${classes.count} ${classes.late}`}>
          {text('common.loading')}
        </p>
      ) : (
        <p role="status" className={classes.count}>
          {count > 0 ? (
            <Selected filter={filter} picked={picked} />
          ) : (
            text(isCapped ? 'browse.countMore' : 'browse.count', { count: total })
          )}
        </p>
      )}
      {selectWhole && (
        <Button onPress={selectWhole}>
          {text(wholeLabels(filter, isCapped).offer, { count: total })}
        </Button>
      )}
      <ActionBar {...shown} />
    </div>
  );
}

function wholeLabels(filter: string, isCapped: boolean) {
  if (isCapped)
    return { offer: 'browse.selectWholeMore', said: 'browse.selectedWholeMore' } as const;
  return filter === ''
    ? ({ offer: 'browse.selectWhole', said: 'browse.selectedWhole' } as const)
    : ({ offer: 'browse.selectMatching', said: 'browse.selectedMatching' } as const);
}

/** In words: how many, how large, and how many of them cannot be seen now. */
function Selected({ filter, picked }: Pick<Props, 'filter' | 'picked'>) {
  const text = useText();
  const formats = useFormats();
  const { documents, isWhole, total, isCapped, outOfView } = picked;
  if (isWhole) return text(wholeLabels(filter, isCapped).said, { count: total });
  const bytes = documents.reduce((sum, each) => sum + (fileLength(each) ?? 0), 0);
  return [
    text('browse.selected', { count: documents.length, total }),
    bytes > 0 && formats.size(bytes),
    outOfView > 0 && text('browse.outOfView', { count: outOfView }),
  ]
    .filter(Boolean)
    .join(' · ');
}
