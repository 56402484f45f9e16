import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { documentQuery } from '../api/documents.ts';
import type { DocumentList } from '../api/neighbours.ts';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { IconLink } from '../ui/link-button.tsx';
import { Overlay } from '../ui/overlay.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { ListPosition } from './list-position.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useListKeys, useSpaceKey } from './use-list-keys.ts';
import { useNeighbours } from './use-neighbours.ts';

interface Props {
  readonly uid: string;
  /** In whose order the arrows go. */
  readonly list: DocumentList;
  readonly onMove: (uid: string) => void;
  readonly onClose: () => void;
  /** The address of the screen of the document. */
  readonly hrefOf: (uid: string) => string;
}

/** A look at a document over the list that it is in: arrows go along the list, Space and Escape close it. */
export function QuickLook({ uid, list, onMove, onClose, hrefOf }: Props) {
  const text = useText();
  const [isFull, setIsFull] = useState(false);
  const leaveFull = useCallback(() => setIsFull(false), []);
  const found = useQuery(documentQuery(uid));
  const neighbours = useNeighbours(list, uid);
  const go = useCallback(
    (step: 'previous' | 'next') => {
      const wanted = neighbours?.[step];
      if (wanted !== undefined) onMove(wanted);
    },
    [neighbours, onMove],
  );
  useListKeys(neighbours && go);
  useSpaceKey(onClose);
  useFullScreen(isFull, leaveFull, never);
  return (
    <Overlay
      label={found.data?.title ?? text('previews.title')}
      keepsEscape={isFull}
      onClose={onClose}
    >
      {found.isPending && <Loading />}
      {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <PreviewPane document={found.data} isFull={isFull} onFullChange={setIsFull}>
          <IconButton icon={X} label={text('common.close')} onPress={onClose} />
          <IconLink icon={ExternalLink} label={text('previews.open')} href={hrefOf(uid)} />
          {neighbours && <ListPosition neighbours={neighbours} onGo={go} />}
        </PreviewPane>
      )}
    </Overlay>
  );
}

/** Nothing goes on when the quick look is closed. */
const never = (): boolean => false;
