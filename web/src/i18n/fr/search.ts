import type { search as english } from '../en/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {};
