import type { BulkProblem } from '../../api/bulk-commands.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import classes from '../actions.module.css';

interface Props {
  readonly done: number;
  readonly refused: number;
  /** Not tried, since the user has stopped it. */
  readonly left: number;
  /** The first ones of those that were refused. */
  readonly problems: readonly BulkProblem[];
  readonly onClose: () => void;
}

/** After a command on a whole list: how many documents were done, which were refused and why. */
export function CommandProblems({ done, refused, left, problems, onClose }: Props) {
  const text = useText();
  const more = refused - problems.length;
  return (
    <Dialog title={text('actions.partly.title')} onClose={onClose}>
      <p>{text('actions.partly.done', { count: done })}</p>
      {refused > 0 && (
        <>
          <h3>{text('actions.partly.refused', { count: refused })}</h3>
          <ul className={classes.problems}>
            {problems.map(({ uid, title, message }) => (
              <li key={uid}>
                <strong>{title}</strong>
                <span className={classes.quiet}>{message}</span>
              </li>
            ))}
            {more > 0 && <li>{text('actions.whole.moreRefused', { count: more })}</li>}
          </ul>
        </>
      )}
      {left > 0 && <p>{text('actions.partly.left', { count: left })}</p>}
      <DialogButtons>
        <Button look="primary" autoFocus onPress={onClose}>
          {text('common.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
