import { type FormEvent, useState } from 'react';
import { tagDocuments } from '../api/edit-documents.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { TextField } from '../ui/text-field.tsx';
import type { ActionContext } from './action.ts';
import classes from './actions.module.css';
import { changeMany } from './change-many.tsx';
import { automation, runOnWhole } from './commands/run-on-whole.tsx';

export function openTagDialog(context: ActionContext): void {
  openDialog((close) => <TagDialog context={context} onClose={close} />);
}

interface Props {
  readonly context: ActionContext;
  readonly onClose: () => void;
}

/** Asks for tags that documents get besides those that they have. */
function TagDialog({ context, onClose }: Props) {
  const text = useText();
  const { documents, whole } = context;
  const [typed, setTyped] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const count = whole?.count ?? documents.length;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const tags = typed.split(',').flatMap((each) => each.trim() || []);
    if (tags.length === 0) {
      setIsMissing(true);
      return;
    }
    onClose();
    addTags(tags, context).catch((error: unknown) => notifyError(text, error));
  };
  return (
    <Dialog
      title={text('actions.addTag.title', { count, title: documents[0]?.title ?? '' })}
      onClose={onClose}
    >
      <form onSubmit={send} className={classes.form}>
        <TextField
          label={text('actions.addTag.label')}
          value={typed}
          onChange={setTyped}
          error={isMissing ? text('actions.addTag.needed') : undefined}
          isRequired
          autoFocus
        />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary">
            {text('actions.addTag.submit')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

async function addTags(tags: readonly string[], context: ActionContext): Promise<void> {
  const { documents, whole, text } = context;
  const running = 'actions.addTag.running';
  const done = whole
    ? (
        await runOnWhole(
          { ...automation('Services.TagDocument', { tags: tags.join(',') }), running },
          whole,
          context,
        )
      ).done
    : (
        await changeMany(
          {
            documents,
            send: (some) =>
              tagDocuments(
                some.map(({ uid }) => uid),
                tags,
              ),
            running,
          },
          context,
        )
      ).done.length;
  if (done > 0) {
    notify({
      text: text('actions.addTag.done', { count: done, title: documents[0]?.title ?? '' }),
    });
  }
}
