import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import { pathQuery } from '../../api/documents.ts';
import type { Doc } from '../../api/types.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { uploadDropped } from '../../uploads/drop.ts';
import { usePastedFiles } from '../../uploads/use-pasted-files.ts';
import { browseRoute } from './route.ts';

export function BrowseScreen() {
  const { _splat = '' } = browseRoute.useParams();
  const client = useQueryClient();
  const folder = useQuery(pathQuery(client, `/${_splat}`));
  usePageTitle(folder.data?.title || '/');
  usePastedFiles(folder.data);
  if (folder.isPending) return <Loading />;
  if (folder.error) return <Failure error={folder.error} onRetry={() => void folder.refetch()} />;
  return <Folder folder={folder.data} />;
}

const none: readonly Doc[] = [];

function Folder({ folder }: { readonly folder: Doc }) {
  useActionShortcuts({ documents: none, folder });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard
    <div
      style={{ flex: 1, padding: '1rem' }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void uploadDropped(event.dataTransfer, folder);
      }}
    >
      <h1>{folder.title || '/'}</h1>
      <ActionBar documents={none} folder={folder} />
    </div>
  );
}
