import { useState } from 'react';
import { serverUrl } from '../api/server.ts';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { KindIcon } from '../ui/kind-icon.tsx';

interface Props {
  readonly document: Doc;
  readonly iconSize: number;
}

/** A picture of a document, or the icon of its kind where there is none. */
export function Thumbnail({ document, iconSize }: Props) {
  const url = isFolder(document) ? undefined : thumbnailOf(document);
  const [failed, setFailed] = useState<string>();
  if (url === undefined || failed === url) return <KindIcon document={document} size={iconSize} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed(url)}
    />
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
