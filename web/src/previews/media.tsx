import { useRef, useState } from 'react';
import { blobUrl } from '../api/previews.ts';
import type { BlobValue, Doc } from '../api/types.ts';
import { largestView, viewsOf } from './media-views.ts';
import { Nothing } from './nothing.tsx';
import classes from './preview.module.css';
import type { PreviewedFile } from './previewed-file.ts';
import { useLifetime } from './use-lifetime.ts';

interface Props {
  readonly document: Doc;
  readonly file: PreviewedFile;
}

/** A video or a sound in the player of the browser, which reads as much as it plays. */
export function Media({ document, file }: Props) {
  const [isUnplayable, setIsUnplayable] = useState(false);
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  useLifetime(player, stop);
  if (!file.blob || isUnplayable) return <Nothing document={document} reason="unplayable" />;
  const sources = sourcesOf(document, file.blob);
  const poster = file.family === 'video' ? largestView(document) : undefined;
  const Player = file.family === 'video' ? 'video' : 'audio';
  return (
    <div className={classes.media}>
      <Player
        ref={player}
        controls
        preload="metadata"
        className={file.family === 'video' ? classes.video : classes.audio}
        aria-label={document.title}
        {...(poster && { poster: blobUrl(document, poster.xpath) })}
      >
        {sources.map(({ url, type }, at) => (
          <source
            key={url}
            src={url}
            type={type}
            {...(at === sources.length - 1 && { onError: () => setIsUnplayable(true) })}
          />
        ))}
      </Player>
    </div>
  );
}

/** The file itself, then what the server has made of it for browsers: they take the first that they can play. */
function sourcesOf(document: Doc, blob: BlobValue) {
  const made = viewsOf(document, 'vid:transcodedVideos');
  return [{ xpath: 'file:content', blob }, ...made].map((each) => ({
    url: blobUrl(document, each.xpath),
    type: each.blob['mime-type'] ?? '',
  }));
}

/** A player that is only removed goes on loading. */
function stop(player: HTMLMediaElement): void {
  player.pause();
  for (const source of player.querySelectorAll('source')) source.removeAttribute('src');
  player.load();
}
