import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pathQuery } from '../../api/documents.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { FolderQuickLook } from './folder-quick-look.tsx';
import { browseRoute } from './route.ts';

export function BrowseScreen() {
  const { _splat = '' } = browseRoute.useParams();
  const client = useQueryClient();
  const folder = useQuery(pathQuery(client, `/${_splat}`));
  usePageTitle(folder.data?.title || '/');
  if (folder.isPending) return <Loading />;
  if (folder.error) return <Failure error={folder.error} onRetry={() => void folder.refetch()} />;
  return (
    <>
      <h1>{folder.data.title || '/'}</h1>
      <FolderQuickLook folder={folder.data} />
    </>
  );
}
