import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import classes from './panel.module.css';
import type { Upload } from './upload.ts';
import { UploadRow } from './upload-row.tsx';

interface Props {
  readonly rows: readonly Upload[];
  readonly isPaused: boolean;
}

/** Only the rows that can be seen are there, however many files were dropped. */
export function UploadList({ rows, isPaused }: Props) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 52,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  });
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul
        aria-label={text('uploads.list')}
        className={classes.list}
        style={{ blockSize: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const upload = rows[index];
          return (
            upload && (
              <li
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <UploadRow upload={upload} isPaused={isPaused} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
