/** Types that a browser shows without running scripts; all others are shown in a sandbox. */
const inertTypes =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain|text\/csv|application\/pdf|application\/json)\s*(?:;|$)/i;

/** Types that a browser runs scripts of, or may take for such. */
const activeTypes =
  /^(?:text\/(?!(?:plain|csv)\s*(?:;|$))|image\/svg|message\/|multipart\/|[^;]*\+xml|application\/(?:xml|x?html|(?:x-)?javascript|ecmascript|x-shockwave-flash))/i;

export function isInert(contentType: string): boolean {
  return inertTypes.test(contentType);
}

/** Whether it can leave this origin, where no header keeps scripts in it from running. */
export function isSafeElsewhere(contentType: string, isInline: boolean): boolean {
  return isInline ? isInert(contentType) : !activeTypes.test(contentType);
}
