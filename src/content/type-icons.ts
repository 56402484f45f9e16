import table from './data/mime-types.json' with { type: 'json' };

/** As the registered types name them; some have `png` or `gif` at their end for older clients. */
const iconsByType = new Map<string, string>();
for (const { normalized, aliases, icon } of table.types) {
  for (const type of [...aliases, normalized]) iconsByType.set(type.toLowerCase(), icon);
}

const unknownIcon = 'application.png';

/** The file name of the icon of a media type: `pdf.png`. */
export function iconOfType(mimeType: string | null): string {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [family] = type.split('/', 1);
  const ofFamily = { audio: 'audio.png', image: 'image.gif', text: 'text.png', video: 'video.png' };
  const general = Object.hasOwn(ofFamily, family ?? '')
    ? ofFamily[family as keyof typeof ofFamily]
    : unknownIcon;
  return iconsByType.get(type) ?? general;
}

/** Every file name that types have. */
export const typeIcons: ReadonlySet<string> = new Set([...iconsByType.values(), unknownIcon]);
