/** A file of which a part of a page is made, in a process of its own. */
export interface FragmentSource {
  readonly path: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  /** The declared character set. */
  readonly encoding: string | null;
}

/** Says that the page does not show all of the file. */
export function shortenedNotice(what: string): string {
  return `<p class="notice">Only ${what} shown. Download the file to see all of it.</p>\n`;
}
