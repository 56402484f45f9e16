import { describeError } from '../api/errors.ts';
import { useText } from '../i18n/i18n.tsx';
import classes from './field.module.css';

interface Props {
  readonly error: unknown;
}

/** Within a form, what the server has refused; read aloud when it comes. */
export function FormProblem({ error }: Props) {
  const text = useText();
  if (error === null || error === undefined) return <div role="alert" />;
  const { message, detail, requestId } = describeError(error);
  return (
    <div role="alert" className={classes.error}>
      <p>{text(message)}</p>
      {detail && <p>{detail}</p>}
      {requestId && <p>{text('error.requestId', { id: requestId })}</p>}
    </div>
  );
}
