import { type RefObject, useEffect } from 'react';
import { areSingleKeysOn } from '../actions/single-keys.ts';
import { isElsewhere } from '../actions/use-action-shortcuts.ts';

/** The key `/` leads to a field, unless something is typed elsewhere or lies over the page. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!areSingleKeysOn() || isElsewhere(event)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
