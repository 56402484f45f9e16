import { partsOf } from './snippets.ts';

interface Props {
  readonly html: string;
  /** The text that it is a part of, if all of it is to be shown. */
  readonly whole?: string;
}

/** Text with its matches marked. It becomes text, never markup, whatever the document says. */
export function Snippet({ html, whole }: Props) {
  const parts = partsOf(html);
  // Of a long title the server gives a part only.
  if (whole !== undefined && parts.map(({ text }) => text).join('') !== whole) return whole;
  return parts.map(({ text, isMatch }, at) => {
    const key = `${at} ${text}`;
    return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
