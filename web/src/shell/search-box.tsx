import { useMatch, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { useSingleKeys } from '../actions/single-keys.ts';
import { useText } from '../i18n/i18n.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import classes from './search-box.module.css';
import type { SuggestionKeys } from './search-suggestions.tsx';
import { useSlashKey } from './use-slash-key.ts';

const Suggestions = lazyPart(
  'overlay',
  async () => (await import('./search-suggestions.tsx')).SearchSuggestions,
);

/** Words that lead to the search screen, with suggestions while they are typed. */
export function SearchBox() {
  const { words, setWords, reset, search } = useWords();
  const { isOpen, open, close, active, setActive } = useSuggested();
  const list = useRef<SuggestionKeys>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  useSlashKey(input);
  const leave = (): void => {
    close();
    focusContent();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search();
    leave();
  };
  const isShown = isOpen && words.trim() !== '';
  return (
    <search className={classes.search}>
      <form
        onSubmit={submit}
        className={classes.box}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) close();
        }}
        onKeyDown={(event) => pressed(event, { isOpen, open, close, list: list.current })}
      >
        <Search aria-hidden size={17} className={classes.icon} />
        <Field
          ref={input}
          words={words}
          listId={isShown ? listId : undefined}
          activeId={isShown ? active : undefined}
          onChange={(typed) => {
            setWords(typed);
            open();
          }}
        />
        {isShown && (
          <Suggestions
            ref={list}
            id={listId}
            words={words.trim()}
            onActive={setActive}
            onChosen={() => {
              reset();
              leave();
            }}
          />
        )}
      </form>
    </search>
  );
}

/** Whether suggestions are shown, and which of them is marked. */
function useSuggested() {
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const close = useCallback((): void => {
    setIsOpen(false);
    setActive(undefined);
  }, []);
  return { isOpen, open: () => setIsOpen(true), close, active, setActive };
}

/** As after other navigations, also where the screen stays the same. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}

interface FieldProps {
  readonly ref: Ref<HTMLInputElement>;
  readonly words: string;
  /** Of the suggestions, while they are shown. */
  readonly listId: string | undefined;
  /** Of the marked one. */
  readonly activeId: string | undefined;
  readonly onChange: (words: string) => void;
}

function Field({ ref, words, listId, activeId, onChange }: FieldProps) {
  const text = useText();
  return (
    <input
      ref={ref}
      type="search"
      enterKeyHint="search"
      role="combobox"
      aria-label={text('search.box')}
      aria-autocomplete="list"
      aria-keyshortcuts={useSingleKeys() ? '/' : undefined}
      aria-expanded={listId !== undefined}
      aria-controls={listId}
      aria-activedescendant={activeId}
      placeholder={text('search.box')}
      autoComplete="off"
      maxLength={1000}
      value={words}
      className={classes.input}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** What is typed; at the search screen those of the address, until others are typed. */
function useWords() {
  const navigate = useNavigate();
  const at = useMatch({ from: '/search', shouldThrow: false });
  const given = (at?.search.mode === undefined && at?.search.q) || '';
  const [shown, setShown] = useState(given);
  const [words, setWords] = useState(given);
  if (shown !== given) {
    setShown(given);
    setWords(given);
  }
  const reset = (): void => setWords(given);
  const search = (): void => {
    const { where, quick, sort } = at?.search ?? {};
    const kept = at?.search.mode === undefined ? { where, quick, sort } : {};
    void navigate({ to: '/search', search: { ...kept, q: words.trim() } });
  };
  return { words, setWords, reset, search };
}

interface Box {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  readonly list: SuggestionKeys | null;
}

/** The keys of a combobox with a list; the field has the others. */
function pressed(event: KeyboardEvent, box: Box): void {
  if (!event.nativeEvent.isComposing && handled(event, box)) event.preventDefault();
}

function handled({ key }: KeyboardEvent, { isOpen, open, close, list }: Box): boolean {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (isOpen) list?.move(key === 'ArrowDown' ? 1 : -1);
    else open();
    return true;
  }
  if (!isOpen) return false;
  if (key === 'Escape') {
    close();
    return true;
  }
  return key === 'Enter' && list?.choose() === true;
}
