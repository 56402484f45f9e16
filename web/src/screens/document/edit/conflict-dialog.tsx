import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { personQuery } from '../../../api/choices.ts';
import type { Field, FieldGroup } from '../../../documents/fields.ts';
import type { Properties } from '../../../documents/values.ts';
import { propertyLabel } from '../../../forms/labels.ts';
import type { Overlap } from '../../../forms/merge.ts';
import { ReadValue } from '../../../forms/read/read-value.tsx';
import { useFormats } from '../../../i18n/formats.ts';
import { useLocale, useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import classes from './edit.module.css';
import type { Conflict } from './save-merging.ts';
import { WordChanges } from './word-changes.tsx';

type Side = 'theirs' | 'mine';

interface Props {
  readonly conflict: Conflict;
  readonly groups: readonly FieldGroup[];
  readonly isSaving: boolean;
  readonly onResolve: (changes: Properties) => void;
  readonly onCancel: () => void;
}

/** Shows what two people have made of the same values; one of both is chosen for each. */
export function ConflictDialog({ conflict, groups, isSaving, onResolve, onCancel }: Props) {
  const text = useText();
  const formats = useFormats();
  const { overlaps, changes } = conflict.merge;
  const { 'dc:lastContributor': user, 'dc:modified': at } = conflict.theirs.properties;
  const person = useQuery(personQuery(String(user ?? ''), { users: true, groups: false }));
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const fields = new Map(groups.flatMap((group) => group.fields.map((each) => [each.name, each])));
  const isDecided = overlaps.every(({ name }) => choices[name]);
  const resolve = (): void => {
    const kept = Object.entries(changes).filter(([name]) => choices[name] !== 'theirs');
    onResolve(Object.fromEntries(kept));
  };
  return (
    <Dialog title={text('document.conflict')} isWide onClose={onCancel}>
      <p>
        {text('document.conflictHelp', {
          name: person.data?.label ?? String(user ?? ''),
          date: formats.dateTime(String(at)),
        })}
      </p>
      {overlaps.map((overlap) => (
        <OverlapChoice
          key={overlap.name}
          overlap={overlap}
          field={fields.get(overlap.name)}
          choice={choices[overlap.name] ?? null}
          onChoose={(side) => setChoices({ ...choices, [overlap.name]: side })}
        />
      ))}
      <DialogButtons>
        <Button onPress={onCancel}>{text('document.conflictBack')}</Button>
        <Button look="primary" isDisabled={!isDecided || isSaving} onPress={resolve}>
          {text('document.conflictSave')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface OverlapProps {
  readonly overlap: Overlap;
  readonly field: Field | undefined;
  readonly choice: Side | null;
  readonly onChoose: (side: Side) => void;
}

function OverlapChoice({ overlap, field, choice, onChoose }: OverlapProps) {
  const text = useText();
  const label = propertyLabel(overlap.name, useLocale());
  const { base, theirs, mine } = overlap;
  const isText = [base, theirs, mine].every((each) => each === null || typeof each === 'string');
  const shown = (side: 'base' | Side) =>
    isText && side !== 'base' && field?.kind === 'string' && !field.reference ? (
      <WordChanges from={String(base ?? '')} to={String(overlap[side] ?? '')} />
    ) : (
      <ReadValue field={field} value={overlap[side]} />
    );
  return (
    <section className={classes.overlap} aria-label={label}>
      <h3>{label}</h3>
      <dl className={classes.sides}>
        {(['base', 'theirs', 'mine'] as const).map((side) => (
          <div key={side} className={classes.side} data-chosen={choice === side || undefined}>
            <dt>{text(`document.conflict.${side}`)}</dt>
            <dd>{shown(side)}</dd>
          </div>
        ))}
      </dl>
      <RadioGroup
        label={text('document.conflictChoose', { label })}
        isLabelHidden
        options={[
          { id: 'theirs' as const, label: text('document.conflictTakeTheirs') },
          { id: 'mine' as const, label: text('document.conflictTakeMine') },
        ]}
        value={choice}
        onChange={onChoose}
      />
    </section>
  );
}
