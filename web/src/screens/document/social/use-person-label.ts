import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../../api/people.ts';

/** How people read the name of a user; the name itself until it is known, and where the user is gone. */
export function usePersonLabel(name: string): string {
  const { data } = useQuery({ ...userQuery(name), enabled: name !== '' });
  return data?.person.label ?? name;
}
