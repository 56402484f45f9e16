import { X } from 'lucide-react';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import type { Doc } from '../../api/types.ts';
import type { Picked } from '../../grid/list-props.ts';
import { useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import classes from './browse.module.css';

interface Props {
  readonly folder: Doc;
  readonly picked: Picked;
}

/** How many documents there are and how many of them are selected, with what can be done with them. */
export function SelectionBar({ folder, picked }: Props) {
  const text = useText();
  const { documents, total, isCapped, isUndecided } = picked;
  const count = documents.length;
  useActionShortcuts({ documents, folder });
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
          {count > 0
            ? text('browse.selected', { count, total })
            : text(isCapped ? 'browse.countMore' : 'browse.count', { count: total })}
        </p>
      )}
      <ActionBar documents={documents} folder={folder} />
    </div>
  );
}
