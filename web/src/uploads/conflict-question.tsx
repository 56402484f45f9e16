import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { uploads } from './engine.ts';
import classes from './panel.module.css';
import type { ConflictAnswer, Upload } from './upload.ts';

/** Asks what to do where names are taken: for one file, or for all that were dropped with it. */
export function ConflictQuestion({ rows }: { readonly rows: readonly Upload[] }) {
  const asking = rows.filter(({ state }) => state === 'asking');
  const [first] = asking;
  if (!first) return null;
  const remaining = asking.filter((each) => each !== first && each.group === first.group).length;
  return <Question key={first.id} upload={first} remaining={remaining} />;
}

interface Props {
  readonly upload: Upload;
  readonly remaining: number;
}

function Question({ upload, remaining }: Props) {
  const text = useText();
  const [isForAll, setIsForAll] = useState(false);
  const { name, folders, target, existing, facts } = upload;
  const folder = folders.at(-1) ?? target.title;
  const there = useFacts(existing?.size, existing?.lastModified);
  const new_ = useFacts(facts.size, new Date(facts.modified).toISOString());
  const button = (answer: ConflictAnswer, label: string, look: 'plain' | 'primary' = 'plain') => (
    <Button look={look} onPress={() => uploads.decide(upload, { answer, isForAll })}>
      {label}
    </Button>
  );
  return (
    <Dialog title={text('uploads.conflictTitle')} isStrict onClose={() => undefined}>
      <p className={classes.conflict}>{text('uploads.conflictText', { name, folder })}</p>
      <ul className={classes.versions}>
        <li>{text('uploads.conflictThere', { facts: there })}</li>
        <li>{text('uploads.conflictNew', { facts: new_ })}</li>
      </ul>
      <p className={classes.remark}>{text('uploads.conflictHelp')}</p>
      {remaining > 0 && (
        <Checkbox isSelected={isForAll} onChange={setIsForAll}>
          {text('uploads.forRemaining', { count: remaining })}
        </Checkbox>
      )}
      <DialogButtons>
        {button('skip', text('uploads.skip'))}
        {button('new-version', text('uploads.newVersion'))}
        {button('keep-both', text('uploads.keepBoth'), 'primary')}
      </DialogButtons>
    </Dialog>
  );
}

function useFacts(size: number | undefined, modified: string | undefined): string {
  const formats = useFormats();
  const parts = [
    size === undefined ? undefined : formats.size(size),
    modified && formats.dateTime(modified),
  ];
  return parts.filter(Boolean).join(' · ');
}
