import type { operations as english } from '../en/operations.ts';

export const operations: Readonly<Record<keyof typeof english, string>> = {};
