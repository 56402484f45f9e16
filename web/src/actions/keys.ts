/** What a shortcut looks at of a key that is pressed. */
interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Shift is part of signs such as `?`. */
const isSign = (key: string): boolean => key.length === 1 && !/[\p{L}\d]/u.test(key);

/** Whether pressed keys are those of a description such as `Mod+Shift+C`. */
export function matchesKeys(pressed: Pressed, keys: string, isMac: boolean): boolean {
  const parts = keys.split('+');
  const key = parts.pop() ?? '';
  const [mod, other] = isMac
    ? [pressed.metaKey, pressed.ctrlKey]
    : [pressed.ctrlKey, pressed.metaKey];
  return (
    nameOf(pressed.key) === key.toLowerCase() &&
    mod === parts.includes('Mod') &&
    !other &&
    pressed.altKey === parts.includes('Alt') &&
    (isSign(key) || pressed.shiftKey === parts.includes('Shift'))
  );
}

/** In descriptions the space bar has a name. */
function nameOf(key: string): string {
  return key === ' ' ? 'space' : key.toLowerCase();
}

/** Pressed by accident, or by dictation: users can turn them off. */
export function isSingleCharacter(keys: string): boolean {
  return keys.length === 1;
}

/** As on the keyboards of the user: `⌘X` or `Ctrl+X`. */
export function shownKeys(keys: string, isMac: boolean): string {
  const parts = keys.split('+').map((part) => (part.length === 1 ? part.toUpperCase() : part));
  if (!isMac) return parts.map((part) => (part === 'Mod' ? 'Ctrl' : part)).join('+');
  const signs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Delete: '⌦' };
  return parts.map((part) => signs[part] ?? part).join('');
}
