import { useState } from 'react';
import { serverUrl } from '../api/server.ts';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { KindIcon } from '../ui/kind-icon.tsx';
import classes from './grid.module.css';

/** A picture of a document, or the icon of its kind where there is none. */
export function Thumbnail({ document }: { readonly document: Doc }) {
  const url = isFolder(document) ? undefined : thumbnailOf(document);
  const [failed, setFailed] = useState<string>();
  return (
    <div className={classes.thumbnail}>
      {url === undefined || failed === url ? (
        <KindIcon document={document} size={56} />
      ) : (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(url)}
        />
      )}
    </div>
  );
}

/** At the address of this page: the server may be known by several. */
function thumbnailOf({ contextParameters: { thumbnail } }: Doc): string | undefined {
  if (typeof thumbnail !== 'object' || thumbnail === null || !('url' in thumbnail))
    return undefined;
  const url = String(thumbnail.url);
  const at = url.indexOf('api/v1/');
  return at < 0 ? undefined : serverUrl(url.slice(at));
}
