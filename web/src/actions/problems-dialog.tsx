import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import classes from './actions.module.css';
import type { BulkResult, Refusal } from './bulk.ts';
import { problemText } from './problem-text.ts';

interface Props {
  readonly result: BulkResult;
  readonly onClose: () => void;
}

/** After a change of many documents: what was done, what was refused and why, what was not tried. */
export function ProblemsDialog({ result: { done, refused, left }, onClose }: Props) {
  const text = useText();
  return (
    <Dialog title={text('actions.partly.title')} onClose={onClose}>
      <p>{text('actions.partly.done', { count: done.length })}</p>
      {refused.length > 0 && (
        <>
          <h3>{text('actions.partly.refused', { count: refused.length })}</h3>
          <ul className={classes.problems}>
            {refused.map((each) => (
              <Problem key={each.document.uid} refusal={each} />
            ))}
          </ul>
        </>
      )}
      {left.length > 0 && (
        <>
          <h3>{text('actions.partly.left', { count: left.length })}</h3>
          <ul className={classes.problems}>
            {left.map(({ uid, title }) => (
              <li key={uid}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <DialogButtons>
        <Button look="primary" autoFocus onPress={onClose}>
          {text('common.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Problem({ refusal: { document, error } }: { readonly refusal: Refusal }) {
  const text = useText();
  return (
    <li>
      <strong>{document.title}</strong>
      <span className={classes.quiet}>{problemText(text, error)}</span>
    </li>
  );
}
