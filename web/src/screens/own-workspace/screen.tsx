import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { ownWorkspaceQuery } from '../../api/own-workspace.ts';
import { folderPlace } from '../../documents/places.ts';
import { Unloaded } from '../../ui/states.tsx';

export function OwnWorkspaceScreen() {
  const own = useQuery(ownWorkspaceQuery);
  if (own.data === undefined) return <Unloaded isScreen found={own} />;
  return <Navigate {...folderPlace(own.data)} replace />;
}
