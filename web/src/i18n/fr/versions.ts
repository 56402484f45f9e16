import type { versions as english } from '../en/versions.ts';

export const versions: Readonly<Record<keyof typeof english, string>> = {};
