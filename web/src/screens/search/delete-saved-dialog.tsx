import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changed } from '../../api/changes.ts';
import type { SavedSearch } from '../../api/saved-search-types.ts';
import { deleteSavedSearch } from '../../api/saved-searches.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';

interface Props {
  readonly saved: SavedSearch;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

export function DeleteSavedDialog({ saved, onDeleted, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const { id, title } = saved;
  const remove = useMutation({
    mutationFn: () => deleteSavedSearch(id),
    onSuccess: async () => {
      onClose();
      onDeleted();
      await changed(client, { lists: ['search'] });
      notify({ text: text('search.deleted', { title }) });
    },
    onError: (error) => {
      onClose();
      notifyError(text, error);
    },
  });
  return (
    <Dialog title={text('search.deleteTitle', { title })} onClose={onClose}>
      <p>{text('search.deleteHelp')}</p>
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="danger" onPress={() => remove.mutate()} isDisabled={remove.isPending}>
          {text('common.delete')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
