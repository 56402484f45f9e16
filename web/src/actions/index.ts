import type { Action } from './action.ts';
import { startWorkflowAction } from './start-workflow.tsx';

/** Every action; menus have them in this order within their groups. */
export const actions: readonly Action[] = [startWorkflowAction];
