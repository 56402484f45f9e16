import type { tasks as english } from '../en/tasks.ts';

export const tasks: Readonly<Record<keyof typeof english, string>> = {};
