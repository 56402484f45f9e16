import { useState } from 'react';
import { useIsWide } from '../../ui/use-is-narrow.ts';
import { browseRoute } from './route.ts';

export interface TreeSideState {
  readonly isOpen: boolean;
  show(): void;
  hide(): void;
}

/** Beside the list the tree is open unless the address says otherwise; over the list only until a folder is chosen. */
export function useTreeSide(): TreeSideState {
  const { tree } = browseRoute.useSearch();
  const { _splat } = browseRoute.useParams();
  const navigate = browseRoute.useNavigate();
  const isWide = useIsWide();
  const [openAt, setOpenAt] = useState<string>();
  const put = (next: 'open' | 'closed'): void =>
    void navigate({ search: (before) => ({ ...before, tree: next }), replace: true });
  return isWide
    ? { isOpen: tree !== 'closed', show: () => put('open'), hide: () => put('closed') }
    : {
        isOpen: openAt !== undefined && openAt === (_splat ?? ''),
        show: () => setOpenAt(_splat ?? ''),
        hide: () => setOpenAt(undefined),
      };
}
