import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { Search, UserRound } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { type Suggestions, suggestionsQuery } from '../api/suggestions.ts';
import type { Doc } from '../api/types.ts';
import { parentPath, placeOf } from '../documents/places.ts';
import { type Text, useText } from '../i18n/i18n.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import classes from './search-box.module.css';
import { useDebounced } from './use-debounced.ts';

/** What the keys of the field do in the list. */
export interface SuggestionKeys {
  move(step: 1 | -1): void;
  /** False if no suggestion is marked. */
  choose(): boolean;
}

interface Props {
  readonly ref: Ref<SuggestionKeys>;
  readonly id: string;
  readonly words: string;
  /** With the id of the marked suggestion. */
  readonly onActive: (id: string | undefined) => void;
  readonly onChosen: () => void;
}

interface Option {
  readonly id: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly run: () => void;
}

const pauseMs = 150;

export function SearchSuggestions({ ref, id, words, onActive, onChosen }: Props) {
  const text = useText();
  const options = useOptions(words);
  const [active, setActive] = useState<string>();
  const at = options.findIndex((each) => each.id === active);
  useEffect(() => onActive(at < 0 ? undefined : `${id}-${at}`), [id, at, onActive]);
  const choose = ({ run }: Option): void => {
    onChosen();
    run();
  };
  useImperativeHandle(ref, () => ({
    move(step) {
      const start = at < 0 && step < 0 ? options.length : at;
      const next = (start + step + options.length + 1) % (options.length + 1);
      // One place of the round is the field itself.
      setActive(options[next === options.length ? -1 : next]?.id);
    },
    choose() {
      const option = options[at];
      if (option) choose(option);
      return option !== undefined;
    },
  }));
  return (
    <div className={classes.popup}>
      <div id={id} role="listbox" aria-label={text('search.suggestions')}>
        {options.map((option, place) => (
          <Entry
            key={option.id}
            id={`${id}-${place}`}
            option={option}
            isActive={place === at}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {text('search.suggestionCount', { count: options.length })}
      </p>
    </div>
  );
}

interface EntryProps {
  readonly id: string;
  readonly option: Option;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** Its keys are those of the field, which keeps the focus. */
function Entry({ id, option: { icon, label, detail }, isActive, onChoose }: EntryProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {icon}
      <span className={classes.optionText}>
        <span>{label}</span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </div>
  );
}

function useOptions(words: string): readonly Option[] {
  const text = useText();
  const navigate = useNavigate();
  const folder = useMatch({ from: '/browse/$', shouldThrow: false })?.params._splat;
  const asked = useDebounced(words, pauseMs);
  const { data } = useQuery({
    ...suggestionsQuery(asked),
    placeholderData: (before) => before,
  });
  const go = (search: { q: string; where?: Record<string, string[]> }) => () =>
    void navigate({ to: '/search', search });
  return [
    ...wordOptions(words, { text, folder, go }),
    ...(data?.documents ?? []).map((each) =>
      documentOption(each, () => void navigate(placeOf(each))),
    ),
    ...peopleOptions(data, { text, go }),
  ];
}

interface OptionSource {
  readonly text: Text;
  readonly go: (search: { q: string; where?: Record<string, string[]> }) => () => void;
}

function wordOptions(
  words: string,
  { text, go, folder }: OptionSource & { readonly folder: string | undefined },
): readonly Option[] {
  const icon = <Search aria-hidden size={18} />;
  const everywhere = { id: 'words', icon, label: text('search.for', { words }) };
  const here = { id: 'here', icon, label: text('search.forHere', { words }) };
  return [
    { ...everywhere, run: go({ q: words }) },
    ...(folder ? [{ ...here, run: go({ q: words, where: { ecm_path: [`/${folder}`] } }) }] : []),
  ];
}

function documentOption(document: Doc, run: () => void): Option {
  return {
    id: `document ${document.uid}`,
    icon: <KindIcon document={document} size={18} />,
    label: document.title,
    detail: parentPath(document.path),
    run,
  };
}

function peopleOptions(
  data: Suggestions | undefined,
  { text, go }: OptionSource,
): readonly Option[] {
  return (data?.people ?? []).map(({ id, name }) => ({
    id: `user ${id}`,
    icon: <UserRound aria-hidden size={18} />,
    label: text('search.createdBy', { name }),
    run: go({ q: '', where: { dc_creator_agg: [id] } }),
  }));
}
