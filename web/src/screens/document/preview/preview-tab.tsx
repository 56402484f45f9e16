import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Doc } from '../../../api/types.ts';
import { ListPosition } from '../../../previews/list-position.tsx';
import { PreviewPane } from '../../../previews/preview-pane.tsx';
import { useFullScreen } from '../../../previews/use-full-screen.ts';
import { useListKeys } from '../../../previews/use-list-keys.ts';
import { useNeighbours } from '../../../previews/use-neighbours.ts';
import { ReplaceButton } from '../replace/replace-button.tsx';
import { documentRoute } from '../route.ts';
import { listOf } from './list-of.ts';

/** The preview, and the way through the list from which the document was opened. */
export function PreviewTab({ document }: { readonly document: Doc }) {
  const search = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const isFull = search.full ?? false;
  const neighbours = useNeighbours(listOf(search), document.uid, search.at);
  const go = useCallback(
    (step: 'previous' | 'next') => {
      const uid = neighbours?.[step];
      if (!neighbours || uid === undefined) return;
      const at = neighbours.at + (step === 'next' ? 1 : -1);
      void navigate({
        to: '.',
        params: { uid },
        search: (previous) => ({ ...previous, at }),
        // The way back leads to the list, however many documents were looked at.
        replace: true,
      });
    },
    [navigate, neighbours],
  );
  const setFull = useCallback(
    (isFull: boolean) =>
      void navigate({
        to: '.',
        search: ({ full: _, ...previous }) => (isFull ? { ...previous, full: true } : previous),
        replace: true,
      }),
    [navigate],
  );
  const leaveFull = useCallback(() => setFull(false), [setFull]);
  useListKeys(neighbours && go);
  useFullScreen(isFull, leaveFull, useStaysFull());
  return (
    <PreviewPane
      document={document}
      isFull={isFull}
      onFullChange={setFull}
      tools={<ReplaceButton />}
    >
      {neighbours && <ListPosition neighbours={neighbours} onGo={go} />}
    </PreviewPane>
  );
}

/** Whether the next document of the list is shown in full screen, too. */
function useStaysFull(): () => boolean {
  const router = useRouter();
  return useCallback(() => router.state.location.search.full === true, [router]);
}
