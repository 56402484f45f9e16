import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addToCollection, type FoundCollection, findCollections } from '../../api/collections.ts';
import { keys } from '../../api/keys.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import type { ListedOption } from '../../ui/option-list.tsx';
import { SearchPicker } from '../../ui/search-picker.tsx';

export function openAddToCollectionDialog(documents: readonly Doc[]): void {
  openDialog((close) => <AddToCollectionDialog documents={documents} onClose={close} />);
}

interface Props {
  readonly documents: readonly Doc[];
  readonly onClose: () => void;
}

type Option = ListedOption & { readonly collection: FoundCollection };

/** The collection is chosen or made by one field; the documents are in it at once. */
function AddToCollectionDialog({ documents, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: (collection: FoundCollection) =>
      addToCollection(
        client,
        documents.map(({ uid }) => uid),
        collection,
      ),
    onSuccess(_uid, { title }) {
      notify({ text: text('social.collectionAdded', { title }) });
      onClose();
    },
  });
  const find = async (typed: string, signal: AbortSignal): Promise<readonly Option[]> =>
    (await findCollections(typed, signal)).map((collection) => ({
      id: collection.uid ?? `new:${collection.title}`,
      label: collection.title,
      detail: collection.uid === undefined ? text('social.collectionNewDetail') : undefined,
      collection,
    }));
  return (
    <Dialog title={text('social.collectionAddMany', { count: documents.length })} onClose={onClose}>
      <SearchPicker
        label={text('social.collectionFind')}
        help={text('social.collectionFindHelp')}
        noneText={text('social.collectionsNone')}
        queryKey={keys.list('collections', 'find')}
        find={find}
        autoFocus
        onPick={({ collection }) => adding.mutate(collection)}
      />
      <FormProblem error={adding.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
