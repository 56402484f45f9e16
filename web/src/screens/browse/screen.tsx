import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { actions } from '../../actions/index.ts';
import { pathQuery } from '../../api/documents.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useUser } from '../../session/use-session.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
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
  return <FolderView folder={folder.data} />;
}

function FolderView({ folder }: { readonly folder: Doc }) {
  const text = useText();
  const client = useQueryClient();
  const router = useRouter();
  const target = { documents: [], folder, user: useUser() };
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
      {actions
        .filter((each) => each.stateFor(target) === 'ready')
        .map((each) => (
          <Button
            key={each.id}
            icon={each.icon}
            onPress={() => void each.run({ ...target, client, router, text })}
          >
            {text(each.label)}
          </Button>
        ))}
    </div>
  );
}
