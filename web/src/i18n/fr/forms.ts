import type { forms as english } from '../en/forms.ts';

export const forms: Readonly<Record<keyof typeof english, string>> = {};
