import { Maximize, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import bar from '../bar.module.css';
import classes from './picture.module.css';
import { useZoom } from './use-zoom.ts';

interface Props {
  readonly url: string;
  readonly title: string;
  /** The picture as it was stored, where the address leads to a smaller one. */
  readonly original: { readonly url: string; readonly bytes: number } | undefined;
  readonly onFail: () => void;
}

export function Picture({ url, title, original, onFail }: Props) {
  const text = useText();
  const formats = useFormats();
  const [wantsOriginal, setWantsOriginal] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const zoom = useZoom(stage, picture);
  return (
    <div className={classes.picture}>
      <div role="toolbar" aria-label={text('previews.picture.tools')} className={bar.bar}>
        <IconButton icon={ZoomOut} label={text('previews.zoomOut')} onPress={zoom.smaller} />
        <span className={bar.value}>
          {text('previews.percent', { value: formats.number(Math.round(zoom.scale * 100)) })}
        </span>
        <IconButton icon={ZoomIn} label={text('previews.zoomIn')} onPress={zoom.larger} />
        <IconButton icon={Maximize} label={text('previews.picture.fit')} onPress={zoom.fit} />
        <IconButton
          icon={ScanSearch}
          label={text('previews.picture.actualSize')}
          onPress={zoom.actualSize}
        />
        <span className={bar.rest} />
        {original && !wantsOriginal && (
          <Button look="quiet" onPress={() => setWantsOriginal(true)}>
            {text('previews.picture.original', { size: formats.size(original.bytes) })}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the group is the area that the picture moves in */}
      <div
        ref={stage}
        role="group"
        aria-label={text('previews.picture.area')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it zooms and moves by keys
        tabIndex={0}
        className={classes.stage}
        onKeyDown={zoom.onKeyDown}
      >
        <img
          ref={picture}
          src={wantsOriginal && original ? original.url : url}
          alt={title}
          draggable={false}
          className={classes.image}
          onError={onFail}
        />
      </div>
    </div>
  );
}
