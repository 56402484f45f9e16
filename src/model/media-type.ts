const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const word = new RegExp(`^${token}$`);
const mediaType = new RegExp(
  `^${token}/${token}(?:\\s*;\\s*${token}=(?:${token}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*"))*$`,
);

/** The longest registered type has 80 characters. */
const lengthMax = 255;

/** `type/subtype`, perhaps with parameters: a valid value of the header Content-Type. */
export function isMediaType(text: string): boolean {
  return text.length <= lengthMax && mediaType.test(text);
}

/** A media type or the bare word that some clients send for one, such as `pdf`. */
export function isMediaTypeOrWord(text: string): boolean {
  return isMediaType(text) || (text.length <= lengthMax && word.test(text));
}

/** Whether it can be the `charset` of a media type without quotes. */
export function isCharset(text: string): boolean {
  return text.length <= lengthMax && word.test(text);
}

/** The type that a sender gave; null when it is not a valid media type. */
export function sentMediaType(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return isMediaTypeOrWord(trimmed) ? trimmed : null;
}
