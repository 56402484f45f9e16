/** A piece of text; what the search has found in it is marked. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const references: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x2F;': '/',
};

function plain(html: string): string {
  return html.replace(/&(?:lt|gt|amp|quot|#39|#x27|#x2F);/g, (found) => references[found] ?? found);
}

/** The server marks matches by `em` and escapes all else. Any other markup is shown as it is. */
export function partsOf(html: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let isMatch = false;
  for (const piece of html.split(/(<\/?em>)/)) {
    if (piece === '<em>' || piece === '</em>') isMatch = piece === '<em>';
    else if (piece !== '') parts.push({ text: plain(piece), isMatch });
  }
  return parts;
}

export interface Highlight {
  readonly field: string;
  readonly segments: readonly string[];
}

/** Of the enricher `highlight`. */
export function highlightsOf(value: unknown): readonly Highlight[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (each): each is Highlight =>
      typeof each?.field === 'string' &&
      Array.isArray(each.segments) &&
      each.segments.every((segment: unknown) => typeof segment === 'string'),
  );
}
