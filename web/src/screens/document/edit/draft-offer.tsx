import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import type { Draft } from '../../../session/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import classes from './edit.module.css';

interface Props {
  readonly draft: Draft;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}

/** Offers what was typed at an earlier visit and not saved. */
export function DraftOffer({ draft, onResume, onDiscard }: Props) {
  const text = useText();
  const formats = useFormats();
  return (
    <section role="status" className={classes.notice}>
      <p>
        {text('document.draft', { date: formats.dateTime(draft.savedAt) })}
        {draft.lacksFiles && ` ${text('document.draftLacksFiles')}`}
      </p>
      <div className={classes.noticeButtons}>
        <Button onPress={onDiscard}>{text('document.draftDiscard')}</Button>
        <Button look="primary" onPress={onResume}>
          {text('document.draftResume')}
        </Button>
      </div>
    </section>
  );
}
