import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ownWorkspaceQuery } from '../../api/own-workspace.ts';
import { folderPlace } from '../../documents/places.ts';
import { Failure, ScreenLoading } from '../../ui/states.tsx';

export function OwnWorkspaceScreen() {
  const own = useQuery(ownWorkspaceQuery);
  if (own.isPending) return <ScreenLoading />;
  if (own.error) {
    return <Failure isScreen error={own.error} onRetry={() => void own.refetch()} />;
  }
  return <Navigate {...folderPlace(own.data)} replace />;
}
