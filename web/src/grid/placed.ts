import type { CSSProperties } from 'react';

/** Where a row of a list is, in pixels from the beginning of the list. */
export function placed(top: number, rowHeight: number): CSSProperties {
  return { transform: `translateY(${top}px)`, blockSize: rowHeight };
}
