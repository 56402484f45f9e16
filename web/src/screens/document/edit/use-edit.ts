import { type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Doc } from '../../../api/types.ts';
import {
  changeForm,
  type FormEvent,
  type FormState,
  formStateOf,
  isDirty,
} from '../../../forms/form-state.ts';

interface Edit {
  readonly state: FormState;
  readonly dispatch: (event: FormEvent) => void;
  /** The latest state, for what runs after an event. */
  readonly latest: RefObject<FormState>;
}

/** The state of the form of a document. Without changes it follows what is stored. */
export function useEdit({ properties, changeToken }: Doc): Edit {
  const [state, dispatch] = useReducer(changeForm, formStateOf(properties, changeToken ?? ''));
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);
  useEffect(() => {
    if (isDirty(latest.current)) return;
    dispatch({ kind: 'rebase', base: properties, changeToken: changeToken ?? '' });
  }, [properties, changeToken]);
  return { state, dispatch, latest };
}

/** Calls back on Ctrl+S and ⌘S. What is typed in a field belongs to it, as if the field had been left. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  }, [save]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (!isSave || event.altKey || event.shiftKey) return;
      event.preventDefault();
      finishTyping();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Fields of numbers take over what was typed when they lose the focus. */
function finishTyping(): void {
  const active = document.activeElement;
  if (!(active instanceof HTMLInputElement)) return;
  flushSync(() => active.blur());
  active.focus();
}
