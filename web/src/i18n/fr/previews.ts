import type { previews as english } from '../en/previews.ts';

export const previews: Readonly<Record<keyof typeof english, string>> = {};
