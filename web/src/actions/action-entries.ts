import type { Text } from '../i18n/i18n.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { type Action, type ActionTarget, actionGroups, stateOf } from './action.ts';
import { shownKeys } from './keys.ts';
import { isMac } from './platform.ts';
import type { RunAction } from './use-action-runner.ts';

/** Actions as entries of a menu: without those that are never possible on the target. */
export function actionEntries(
  actions: readonly Action[],
  target: ActionTarget,
  { text, run }: { readonly text: Text; readonly run: RunAction },
): readonly (readonly MenuEntry[])[] {
  return actionGroups.map((group) =>
    actions
      .filter((action) => action.group === group)
      .flatMap((action) => entryOf(action, target, { text, run }) ?? []),
  );
}

function entryOf(
  action: Action,
  target: ActionTarget,
  { text, run }: { readonly text: Text; readonly run: RunAction },
): MenuEntry | undefined {
  const state = stateOf(action, target);
  if (state === 'hidden') return undefined;
  const { id, label, icon, keys, isDangerous } = action;
  return {
    id,
    label: text(label),
    icon,
    keys: keys && shownKeys(keys, isMac),
    isDangerous,
    disabledReason: state === 'ready' ? undefined : text(state.reason, state.values),
    run: () => run(action, target),
  };
}
