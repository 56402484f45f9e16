/** JSON as PostgreSQL writes it, without the space that it puts behind each comma and colon outside of texts. */
export function compactJson(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|([:,]) /gs, (found, sign) => sign ?? found);
}
