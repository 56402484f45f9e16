/** The range of a `Range` header in content of a known size. */
export type RequestedRange =
  /** All of it: no header, or an unsupported one, which a server may ignore by RFC 9110. */
  | { readonly kind: 'whole' }
  /** Both ends inclusive. */
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' };

const whole: RequestedRange = { kind: 'whole' };
const unsatisfiable: RequestedRange = { kind: 'unsatisfiable' };

const singleRange = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/** One range of bytes, its end clipped to the last byte. For several ranges the whole content is sent. */
export function parseRange(header: string | undefined, sizeBytes: number): RequestedRange {
  const match = header === undefined ? null : singleRange.exec(header);
  if (!match) return whole;
  const [, first = '', last = ''] = match;
  if (first === '') return last === '' ? whole : lastBytes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? Number.POSITIVE_INFINITY : Number(last);
  if (start > end) return whole;
  if (start >= sizeBytes) return unsatisfiable;
  return { kind: 'part', start, end: Math.min(end, sizeBytes - 1) };
}

function lastBytes(count: number, sizeBytes: number): RequestedRange {
  if (count === 0) return unsatisfiable;
  // No range is valid for empty content, so all of it is sent.
  if (sizeBytes === 0) return whole;
  return { kind: 'part', start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
