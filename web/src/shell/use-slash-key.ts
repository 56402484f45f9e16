import { type RefObject, useEffect } from 'react';

const fields =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The key `/` leads to a field, unless something is typed elsewhere or lies over the page. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      // Editors in trees of their own are not the target of the event.
      const [origin] = event.composedPath();
      const isTyped = origin instanceof Element && origin.closest(fields) !== null;
      if (event.defaultPrevented || isTyped || document.querySelector(overlays)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
