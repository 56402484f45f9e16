import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { findSections, publish, type Section } from '../../api/publications.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { type Chip, Chips } from '../../ui/chips.tsx';
import { Dialog, DialogButtons, openDialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import type { ListedOption } from '../../ui/option-list.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';
import classes from '../sharing/sharing.module.css';

export function openPublishDialog(document: Doc): void {
  openDialog((close) => <PublishDialog document={document} onClose={close} />);
}

interface Props {
  readonly document: Doc;
  readonly onClose: () => void;
}

/** In which sections the document is shown as it is now. */
function PublishDialog({ document, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly Section[]>([]);
  const [isChecked, setIsChecked] = useState(false);
  const publishing = useMutation({
    mutationFn: () =>
      publish(
        client,
        document.uid,
        chosen.map(({ uid }) => uid),
      ),
    onSuccess() {
      const titles = chosen.map(({ title }) => title).join(', ');
      notify({ text: text('social.published', { titles }) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (chosen.length > 0 && !publishing.isPending) publishing.mutate();
  };
  const error = isChecked && chosen.length === 0 ? text('social.publishMissing') : undefined;
  return (
    <Dialog title={text('social.publishTitle', { title: document.title })} onClose={onClose}>
      <p className={classes.note}>{text('social.publishMeaning')}</p>
      <form onSubmit={submit} className={classes.form} noValidate>
        <SectionsField chosen={chosen} onChange={setChosen} error={error} />
        <FormProblem error={publishing.error} />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary">
            {text('social.publish')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface FieldProps {
  readonly chosen: readonly Section[];
  readonly onChange: (chosen: readonly Section[]) => void;
  readonly error: string | undefined;
}

type Option = ListedOption & { readonly section: Section };

function SectionsField({ chosen, onChange, error }: FieldProps) {
  const text = useText();
  const labelOf = ({ title, mayPublish }: Section): string =>
    mayPublish ? title : `${title} (${text('social.publishAsk')})`;
  const find = async (typed: string, signal: AbortSignal): Promise<readonly Option[]> =>
    (await findSections(typed, signal)).map((section) => ({
      id: section.uid,
      label: labelOf(section),
      detail: section.path,
      section,
    }));
  const chips = chosen.map(
    (section): Chip => ({
      id: section.uid,
      label: labelOf(section),
      removeLabel: text('social.publishRemove', { title: section.title }),
    }),
  );
  return (
    <div className={classes.people}>
      <SearchPicker
        label={text('social.publishSection')}
        help={text('social.publishSectionHelp')}
        noneText={text('social.publishNoSection')}
        error={error}
        queryKey={keys.fixed('sections')}
        find={find}
        autoFocus
        onPick={({ section }) => {
          if (!chosen.some(({ uid }) => uid === section.uid)) onChange([...chosen, section]);
        }}
      />
      <Chips
        label={text('social.publishChosen')}
        chips={chips}
        onRemove={(uid) => onChange(chosen.filter((each) => each.uid !== uid))}
      />
    </div>
  );
}
