import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DocumentList } from '../../api/neighbours.ts';
import type { Doc } from '../../api/types.ts';
import { sortPropertyOf } from '../../grid/columns.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { browseRoute } from './route.ts';

const QuickLook = lazyPart(
  'overlay',
  async () => (await import('../../previews/quick-look.tsx')).QuickLook,
);

/** The quick look that the address asks for, over the list of a folder. */
export function FolderQuickLook({ folder }: { readonly folder: Doc }) {
  const { preview, sort = 'title', order = 'asc', filter = '' } = browseRoute.useSearch();
  const navigate = browseRoute.useNavigate();
  const router = useRouter();
  const show = useCallback(
    (uid: string | undefined) =>
      void navigate({ search: (previous) => ({ ...previous, preview: uid }), replace: true }),
    [navigate],
  );
  const close = useCallback(() => show(undefined), [show]);
  if (!preview) return null;
  const list: DocumentList = {
    folder: folder.uid,
    sort: sortPropertyOf(sort),
    order,
    withFolders: true,
    text: filter,
  };
  const hrefOf = (uid: string): string =>
    router.buildLocation({
      to: '/document/$uid',
      params: { uid },
      search: { from: list.folder, sort: list.sort, order },
    }).publicHref;
  return <QuickLook uid={preview} list={list} onMove={show} onClose={close} hrefOf={hrefOf} />;
}
