import type { social as english } from '../en/social.ts';

export const social: Readonly<Record<keyof typeof english, string>> = {};
