import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import { pathQuery } from '../../api/documents.ts';
import type { Doc } from '../../api/types.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { browseRoute } from './route.ts';

export function BrowseScreen() {
  const { _splat = '' } = browseRoute.useParams();
  const client = useQueryClient();
  const folder = useQuery(pathQuery(client, `/${_splat}`));
  usePageTitle(folder.data?.title || '/');
  if (folder.isPending) return <Loading />;
  if (folder.error) return <Failure error={folder.error} onRetry={() => void folder.refetch()} />;
  return <Folder folder={folder.data} />;
}

const none: readonly Doc[] = [];

function Folder({ folder }: { readonly folder: Doc }) {
  useActionShortcuts({ documents: none, folder });
  return (
    <>
      <h1>{folder.title || '/'}</h1>
      <ActionBar documents={none} folder={folder} />
    </>
  );
}
