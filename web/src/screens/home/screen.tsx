import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { startPlaceQuery } from '../../api/start-place.ts';
import { folderPlace } from '../../documents/places.ts';
import { Unloaded } from '../../ui/states.tsx';

/** Leads to the workspaces; to the root, or to what the user may read, where there is no one place for them. */
export function HomeScreen() {
  const client = useQueryClient();
  const start = useQuery(startPlaceQuery(client));
  if (start.data === undefined) return <Unloaded isScreen found={start} />;
  return <Navigate {...folderPlace(start.data?.path ?? '/')} replace />;
}
