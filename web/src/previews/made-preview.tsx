import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { kindOf } from '../api/errors.ts';
import { madePreviewQuery } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, Failure } from '../ui/states.tsx';
import { Nothing } from './nothing.tsx';
import classes from './preview.module.css';

interface Props {
  readonly document: Doc;
  /** What the server makes for the preview; empty for a page. */
  readonly file: '' | 'pdf' | 'image';
  readonly children: ReactNode;
}

/** Shows its content when the server has made what is in it: it may take long, and it can be given up. */
export function MadePreview({ document, file, children }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [isCanceled, setIsCanceled] = useState(false);
  const query = madePreviewQuery(document, file);
  const made = useQuery({ ...query, enabled: !isCanceled });
  const cancel = (): void => {
    setIsCanceled(true);
    void client.cancelQueries({ queryKey: query.queryKey });
  };
  if (made.data) return children;
  if (isCanceled) {
    return (
      <Empty icon={Hourglass} title={text('previews.canceled')}>
        <Button onPress={() => setIsCanceled(false)}>{text('common.retry')}</Button>
      </Empty>
    );
  }
  if (made.error && isImpossible(made.error)) {
    return <Nothing document={document} reason="impossible" detail={made.error.message} />;
  }
  if (made.error) return <Failure error={made.error} onRetry={() => void made.refetch()} />;
  return (
    <div className={classes.waiting} role="status">
      <span className={classes.progress} />
      <p>{text(file === 'pdf' ? 'previews.converting' : 'previews.making')}</p>
      <Button onPress={cancel}>{text('common.cancel')}</Button>
    </div>
  );
}

/** The server says that files of the type have no preview, or that it has no program for it. */
function isImpossible(error: unknown): boolean {
  return kindOf(error) === 'not-found' || kindOf(error) === 'invalid';
}
