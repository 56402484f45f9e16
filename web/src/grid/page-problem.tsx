import { describeError } from '../api/errors.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import classes from './grid.module.css';

interface Props {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A part of the list could not be read; what is known stays on the screen. */
export function PageProblem({ error, onRetry }: Props) {
  const text = useText();
  const { message, detail, requestId } = describeError(error);
  const request = requestId && text('error.requestId', { id: requestId });
  return (
    <div role="alert" className={classes.problem}>
      <p>{[text(message), detail, request].filter(Boolean).join(' · ')}</p>
      <Button onPress={onRetry}>{text('common.retry')}</Button>
    </div>
  );
}
