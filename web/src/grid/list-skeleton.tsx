import classes from './grid.module.css';
import type { Layout } from './layout.ts';

interface Props {
  readonly layout: Layout;
  /** Of the view. */
  readonly height: number;
}

/** In the place of rows that have not come, with their height, after a moment: what comes at once does not flicker. */
export function ListSkeleton({ layout, height }: Props) {
  const { view, columns, rowHeight, headHeight } = layout;
  const rows = Math.max(0, Math.floor((height - headHeight) / rowHeight));
  return (
    <div aria-hidden data-skeleton className={classes.skeleton}>
      {Array.from({ length: rows }, (_, row) =>
        view === 'list' ? (
          <div key={row} className={classes.skeletonRow} style={{ blockSize: rowHeight }}>
            <span className={classes.placeholder} />
          </div>
        ) : (
          <div key={row} className={classes.skeletonTiles} style={{ blockSize: rowHeight }}>
            {Array.from({ length: columns }, (_, at) => (
              <span key={at} className={classes.skeletonTile} />
            ))}
          </div>
        ),
      )}
    </div>
  );
}
