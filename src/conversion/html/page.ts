/** Text between tags. */
export function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function* pageOf(title: string, body: Iterable<string>): Generator<string> {
  yield '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n';
  yield `<title>${escapedText(title)}</title>\n</head>\n<body>\n`;
  yield* body;
  yield '\n</body>\n</html>\n';
}
