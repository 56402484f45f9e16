import type { actions as english } from '../en/actions.ts';

export const actions: Readonly<Record<keyof typeof english, string>> = {};
