const pattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/;

/** A date such as `D:20240203102030+01'00'` as W3C date; null when it is none. */
export function isoDate(text: string | null): string | null {
  const found = pattern.exec(text ?? '');
  if (!found) return null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = found;
  const [sign, hours = '00', minutes = '00'] = found.slice(7);
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
