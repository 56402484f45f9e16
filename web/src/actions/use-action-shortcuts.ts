import { useEffect, useMemo } from 'react';
import type { Doc } from '../api/types.ts';
import { useUser } from '../session/use-session.ts';
import { type Action, type ActionTarget, stateOf } from './action.ts';
import { readClipboard } from './clipboard.ts';
import { pasteAction } from './clipboard-actions.ts';
import { usePublishedTarget } from './current-target.ts';
import { actions } from './index.ts';
import { isSingleCharacter, matchesKeys } from './keys.ts';
import { isMac } from './platform.ts';
import { areSingleKeysOn } from './single-keys.ts';
import { undoLastChange } from './undo.ts';
import { type RunAction, useActionRunner } from './use-action-runner.ts';

/** The shown folder and its selected documents, or the shown document. */
export type ShownDocuments = Pick<ActionTarget, 'documents' | 'whole' | 'renameInPlace'> & {
  readonly folder?: Doc | undefined;
};

/** What is shown, with the user; the same object as long as nothing of it changes. */
export function useActionTarget(shown: ShownDocuments): ActionTarget {
  const { documents, folder, whole, renameInPlace } = shown;
  const user = useUser();
  return useMemo(
    () => ({ documents, folder, whole, renameInPlace, user }),
    [documents, folder, whole, renameInPlace, user],
  );
}

/**
 * Makes the keys of actions work on the shown documents, and tells the palette of them. Keys that a
 * list uses itself must be stopped there by `preventDefault`.
 */
export function useActionShortcuts(shown: ShownDocuments): void {
  const target = useActionTarget(shown);
  const run = useActionRunner();
  usePublishedTarget(target);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => pressed(event, target, run);
    const onPaste = (event: ClipboardEvent): void => pasted(event, target, run);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('paste', onPaste);
    };
  }, [target, run]);
}

const fields = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"]';
/** Notices are dialogs as well, beside which the page can be used. */
const overlays =
  '[role="menu"], [data-trigger="Select"], :is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])';

/** Whether something lies over the page. */
export function isCovered(): boolean {
  return document.querySelector(overlays) !== null;
}

/** Keys belong to fields, to what lies over the page, and to marked text. */
export function isElsewhere(event: Event): boolean {
  // Editors in trees of their own are not the target of the event.
  const [target] = event.composedPath();
  if (event.defaultPrevented) return true;
  if (target instanceof Element && target.closest(fields)?.matches(':not([type="checkbox"])')) {
    return true;
  }
  return isCovered();
}

function isReady(action: Action, target: ActionTarget): boolean {
  return stateOf(action, target) === 'ready';
}

function pressed(event: KeyboardEvent, target: ActionTarget, run: RunAction): void {
  if (isElsewhere(event)) return;
  if (matchesKeys(event, 'Mod+Z', isMac)) {
    if (undoLastChange()) event.preventDefault();
    return;
  }
  const isMarked = document.getSelection()?.isCollapsed === false;
  const found = actions.find(
    (action) =>
      action.keys !== undefined &&
      // Its keys are found by what the browser wants to paste.
      action !== pasteAction &&
      matchesKeys(event, action.keys, isMac) &&
      !(isMarked && /^Mod\+[CX]$/.test(action.keys)) &&
      (areSingleKeysOn() || !isSingleCharacter(action.keys)) &&
      isReady(action, target),
  );
  if (!found || event.repeat) return;
  event.preventDefault();
  run(found, target);
}

/** Files, and texts that were copied later than the documents, are for others. */
function pasted(event: ClipboardEvent, target: ActionTarget, run: RunAction): void {
  if (isElsewhere(event) || !isReady(pasteAction, target)) return;
  const { files } = event.clipboardData ?? {};
  const words = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
  if (files?.length || (words !== '' && words !== readClipboard()?.links)) return;
  event.preventDefault();
  run(pasteAction, target);
}
