import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { deleteAction } from '../../actions/delete.ts';
import { may } from '../../actions/permissions.ts';
import { allTrashed, type TrashFilter } from '../../api/trash.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useUser } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';

interface Props {
  readonly filter: TrashFilter;
  readonly isEmpty: boolean;
}

/** Deletes all that is found, after a question that says how much it is. */
export function EmptyTrashButton({ filter, isEmpty }: Props) {
  const text = useText();
  const user = useUser();
  const client = useQueryClient();
  const router = useRouter();
  const [isReading, setIsReading] = useState(false);
  const ask = async (): Promise<void> => {
    const found = await allTrashed(filter);
    const documents = found.filter((each) => may(each, 'Remove'));
    if (documents.length === 0) notify({ text: text('actions.trash.nothingToDelete') });
    else await deleteAction.run({ documents, folder: undefined, user, client, router, text });
  };
  const press = (): void => {
    setIsReading(true);
    ask()
      .catch((error: unknown) => notifyError(text, error))
      .finally(() => setIsReading(false));
  };
  return (
    <Button icon={CircleX} isDisabled={isEmpty || isReading} onPress={press}>
      {text(filter.words ? 'actions.trash.deleteFound' : 'actions.trash.emptyIt')}
    </Button>
  );
}
