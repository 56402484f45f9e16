/** Anything that would need quoting in a header, or could break out of it. */
const needsEncoding = /[^!#$&+\-.0-9A-Z^_`a-z|~]/;

/**
 * How a browser treats an answer, and the file name it offers. Plain names stand as they are, all
 * others percent-encoded as RFC 5987 says, so no name can end the header or the value.
 */
export function contentDisposition(
  kind: 'attachment' | 'inline',
  filename: string | null | undefined,
): string {
  const name = filename === null || filename === undefined || filename === '' ? 'file' : filename;
  if (!needsEncoding.test(name)) return `${kind}; filename=${name}`;
  return `${kind}; filename*=UTF-8''${encodeExtendedValue(name)}`;
}

/** RFC 5987 allows fewer characters than `encodeURIComponent` leaves alone. */
function encodeExtendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
