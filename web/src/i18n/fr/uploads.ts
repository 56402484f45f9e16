import type { uploads as english } from '../en/uploads.ts';

export const uploads: Readonly<Record<keyof typeof english, string>> = {};
