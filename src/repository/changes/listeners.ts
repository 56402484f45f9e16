import type { ChangeHook } from './change-hook.ts';

/** Leaves events to the listeners of the configuration, which run after the commit. */
export const listenersHook: ChangeHook = {
  announced(unit, { eventId, documents, comment }) {
    return unit.listeners?.follow(unit, { eventId, documents, comment: comment ?? null });
  },
};
