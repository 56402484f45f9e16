import type { rights as english } from '../en/rights.ts';

export const rights: Readonly<Record<keyof typeof english, string>> = {};
