import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useId, useRef } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { renameDocument } from './renaming.ts';
import classes from './title-field.module.css';
import { selectName, useNewTitle } from './use-new-title.ts';

interface Props {
  readonly document: Doc;
  /** The title is saved, or stays as it was. */
  readonly onEnd: () => void;
}

/** Changes the title of a document where it stands: Enter and leaving the field save, Escape does not. */
export function TitleField({ document, onEnd }: Props) {
  const text = useText();
  const client = useQueryClient();
  const problemId = useId();
  const isDone = useRef(false);
  const end = (): void => {
    isDone.current = true;
    onEnd();
  };
  const { title, setTitle, problem, isSaving, save } = useNewTitle(document, {
    onSave: (base, wanted) => renameDocument(base, wanted, { client, text }),
    onEnd: end,
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') end();
    else return;
    event.preventDefault();
  };
  const onBlur = ({ target }: FocusEvent): void => {
    // The focus comes back where only the window has lost it.
    if (!isDone.current && target !== target.ownerDocument.activeElement) save();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is done in the field is not for the row around it
    <span className={classes.place} {...stopped} onKeyDown={onKeyDown}>
      <input
        ref={start}
        className={classes.field}
        value={title}
        readOnly={isSaving}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={onBlur}
        aria-label={text('actions.rename.label', { title: document.title })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
        spellCheck={false}
        autoComplete="off"
      />
      {problem && (
        <span id={problemId} role="alert" className={classes.problem}>
          {problem}
        </span>
      )}
    </span>
  );
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();
const stopped = {
  onClick: stop,
  onDoubleClick: stop,
  onContextMenu: stop,
  onPointerDown: stop,
  draggable: false,
};

function start(input: HTMLInputElement | null): void {
  if (!input || input === input.ownerDocument.activeElement) return;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  selectName(input);
}
