import type { Doc } from '../../api/types.ts';
import { useFormats } from '../../i18n/formats.ts';

export function Summary({ document }: { readonly document: Doc }) {
  const formats = useFormats();
  return <p>{document.lastModified && formats.dateTime(document.lastModified)}</p>;
}
