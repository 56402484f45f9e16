/** `OrderedFolder` is read as `Ordered folder`. */
export function typeText(type: string): string {
  const words = type.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
