/** Characters that need quoting in a header, or could end it. */
const needsEncoding = /[^!#$&+\-.0-9A-Z^_`a-z|~]/;

/**
 * How a browser treats a response, and the file name it offers. Plain names are unchanged, all
 * others percent-encoded by RFC 5987, so no name can end the header or the value.
 */
export function contentDisposition(
  kind: 'attachment' | 'inline',
  filename: string | null | undefined,
): string {
  const name = filename === null || filename === undefined || filename === '' ? 'file' : filename;
  if (!needsEncoding.test(name)) return `${kind}; filename=${name}`;
  return `${kind}; filename*=UTF-8''${encodeExtendedValue(name)}`;
}

/** RFC 5987 allows fewer characters than `encodeURIComponent` keeps. */
function encodeExtendedValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
