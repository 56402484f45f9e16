import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changed } from '../../../api/changes.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { notifyError } from '../../../ui/notify-error.ts';

/** A change of the versions of a document, after which all that shows the document is asked for again. */
export function useVersionChange<V>(live: Doc, run: (value: V) => Promise<void>) {
  const client = useQueryClient();
  const text = useText();
  return useMutation({
    mutationFn: async (value: V) => {
      await run(value);
      const parents = live.parentRef ? [live.parentRef] : [];
      await changed(client, { documents: [live.uid], parents });
    },
    onError: (error) => notifyError(text, error),
  });
}
