import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pathQuery } from '../../api/documents.ts';
import { isGone, kindOf } from '../../api/errors.ts';
import { listingShown } from '../../grid/first-listing.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Failure, ScreenLoading } from '../../ui/states.tsx';
import classes from './browse.module.css';
import { Folder } from './folder.tsx';
import { named } from './named.ts';
import { browseRoute } from './route.ts';
import { TreeSide } from './tree-side.tsx';
import { useTreeSide } from './use-tree-side.ts';

/** Most users may read the root. */
const Starts = lazyPart('screen', async () => (await import('./starts.tsx')).Starts);

export function BrowseScreen() {
  const { _splat = '' } = browseRoute.useParams();
  const text = useText();
  const client = useQueryClient();
  const found = useQuery(pathQuery(client, `/${_splat}`));
  const folder = found.data && named(found.data, text);
  const side = useTreeSide();
  usePageTitle(folder?.title);
  if (_splat === '' && isGone(found.error)) return <Starts />;
  return (
    <div className={classes.screen}>
      <TreeSide folder={folder} isOpen={side.isOpen} onClose={side.hide} />
      <div className={classes.main}>
        {folder ? (
          <Folder key={folder.uid} folder={folder} side={side} />
        ) : found.error ? (
          <Unreadable error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <ScreenLoading />
        )}
      </div>
    </div>
  );
}

interface UnreadableProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Unreadable({ error, onRetry }: UnreadableProps) {
  const text = useText();
  useEffect(listingShown, []);
  return (
    <>
      <h1 className="visually-hidden">{text('browse.documents')}</h1>
      <Failure error={error} onRetry={onRetry} />
      <p className={classes.hint}>
        {kindOf(error) === 'forbidden' && `${text('browse.forbiddenHint')} `}
        <Link to="/">{text('shell.home')}</Link>
      </p>
    </>
  );
}
