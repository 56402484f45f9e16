import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { changed } from '../../api/changes.ts';
import type { SavedSearch, SavedSearchInput } from '../../api/saved-search-types.ts';
import { createSavedSearch, updateSavedSearch } from '../../api/saved-searches.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import classes from './saved.module.css';
import { savedOf } from './saved-state.ts';
import type { SearchState } from './search-params.ts';

interface Props {
  /** What is kept under a new name. */
  readonly state?: SearchState;
  /** Or what is given another name. */
  readonly renamed?: SavedSearch;
  readonly onSaved?: (saved: SavedSearch) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a search, and saves it. */
export function SaveDialog({ state = {}, renamed, onSaved, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [title, setTitle] = useState(renamed?.title ?? state.q ?? '');
  const [isMissing, setIsMissing] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      renamed
        ? updateSavedSearch(renamed.id, { ...contentOf(renamed), title: title.trim() })
        : createSavedSearch(savedOf(state, title.trim())),
    onSuccess: async (saved) => {
      onClose();
      await changed(client, { documents: [saved.id], lists: ['search'] });
      notify({ text: text('search.savedNow', { title: saved.title }) });
      onSaved?.(saved);
    },
    onError: (error) => notifyError(text, error),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsMissing(title.trim() === '');
    if (title.trim() !== '' && !save.isPending) save.mutate();
  };
  return (
    <Dialog title={text(renamed ? 'search.renameTitle' : 'search.saveTitle')} onClose={onClose}>
      <form onSubmit={submit} className={classes.form} noValidate>
        <TextField
          label={text('search.saveName')}
          value={title}
          onChange={setTitle}
          maxLength={200}
          isRequired
          autoFocus
          error={isMissing ? text('search.saveNameMissing') : undefined}
        />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={save.isPending}>
            {text('common.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** All that is to stay as it is. */
function contentOf({
  'entity-type': _,
  id: __,
  properties: ___,
  ...rest
}: SavedSearch): SavedSearchInput {
  return rest;
}
