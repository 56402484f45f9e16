/** Longer lists are cut. */
const languagesMax = 20;

/** Languages of an `Accept-Language` header, preferred first, without the wildcard and `q=0`. */
export function parseAcceptLanguage(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const ranges = header.split(',', languagesMax).map(parseRange);
  return ranges
    .filter(({ language, quality }) => language !== '' && language !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}

function parseRange(text: string): { readonly language: string; readonly quality: number } {
  const [language = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { language, quality: Number.isNaN(quality) ? 0 : quality };
}
