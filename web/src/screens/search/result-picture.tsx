import { useState } from 'react';
import { serverUrl } from '../../api/server.ts';
import type { Doc } from '../../api/types.ts';
import { isFolder } from '../../documents/places.ts';
import { KindIcon } from '../../ui/kind-icon.tsx';
import classes from './search.module.css';

/** The thumbnail, or the icon of the kind where there is none. */
export function ResultPicture({ document }: { readonly document: Doc }) {
  const [isBroken, setIsBroken] = useState(false);
  const url = isFolder(document) || isBroken ? undefined : thumbnailUrl(document);
  return (
    <div className={classes.picture}>
      {url === undefined ? (
        <KindIcon document={document} size={24} />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setIsBroken(true)} />
      )}
    </div>
  );
}

/** At the address of this page: the server may be known by several. */
function thumbnailUrl({ contextParameters: { thumbnail } }: Doc): string | undefined {
  if (typeof thumbnail !== 'object' || thumbnail === null || !('url' in thumbnail))
    return undefined;
  const url = String(thumbnail.url);
  const at = url.indexOf('api/v1/');
  return at < 0 ? undefined : serverUrl(url.slice(at));
}
