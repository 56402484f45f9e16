import { useSyncExternalStore } from 'react';
import { type Language, languages, preferredLanguage } from '../i18n/i18n.tsx';

export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['comfortable', 'compact'] as const;

/** What a user likes on this device. */
export interface Preferences {
  readonly language: Language;
  readonly theme: (typeof themes)[number];
  readonly density: (typeof densities)[number];
}

const storageKey = 'cartulary.preferences';
const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  const stored = parsed(localStorage.getItem(storageKey));
  return {
    language: oneOf(languages, stored.language) ?? preferredLanguage(),
    theme: oneOf(themes, stored.theme) ?? 'system',
    density: oneOf(densities, stored.density) ?? 'comfortable',
  };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function oneOf<T>(known: readonly T[], value: unknown): T | undefined {
  return known.find((each) => each === value);
}

export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...current, ...changes };
  localStorage.setItem(storageKey, JSON.stringify(current));
  showPreferences();
  for (const listen of listeners) listen();
}

export function readPreferences(): Preferences {
  return current;
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, readPreferences);
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
darkSystem.addEventListener('change', showPreferences);

/** Paper is white. */
const paper = matchMedia('print');
paper.addEventListener('change', showPreferences);

/** The sheets look at the attributes of the page. */
export function showPreferences(): void {
  const likesDark = current.theme === 'dark' || (current.theme === 'system' && darkSystem.matches);
  const isDark = likesDark && !paper.matches;
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.dataset.density = current.density;
}
