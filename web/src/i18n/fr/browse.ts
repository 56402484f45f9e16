import type { browse as english } from '../en/browse.ts';

export const browse: Readonly<Record<keyof typeof english, string>> = {};
