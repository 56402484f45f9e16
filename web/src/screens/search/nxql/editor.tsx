import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type CompletionSource, completionsFrom } from './completions.ts';
import { editorTheme } from './editor-theme.ts';
import { nxql } from './language.ts';
import type { QueryProblem } from './problem-place.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly completions: CompletionSource;
  /** Of the query that was run last. */
  readonly problem: QueryProblem | undefined;
  readonly onChange: (value: string) => void;
  readonly onRun: (value: string) => void;
}

/** The editor of queries. Tab leaves it, as it leaves other fields. */
export function NxqlEditor({ label, value, completions, problem, onChange, onRun }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const reported = useRef<string[]>([]);
  const changed = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const start = useEffectEvent(
    (root: ShadowRoot): EditorView =>
      new EditorView({
        parent: root,
        root,
        state: EditorState.create({
          doc: value,
          extensions: [
            extensions(label, completions),
            Prec.high(keymap.of([{ key: 'Mod-Enter', run: runWith((query) => run(query)) }])),
            EditorView.updateListener.of((update) => {
              if (!update.docChanged) return;
              const written = update.state.doc.toString();
              reported.current.push(written);
              changed(written);
            }),
          ],
        }),
      }),
  );
  useEffect(() => {
    if (!host.current) return undefined;
    // There the library adds its sheets as objects, which the policy of the page allows.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const started = start(root);
    view.current = started;
    return () => started.destroy();
  }, []);
  useShownValue({ view, reported }, value);
  useShownProblem(view, problem);
  return <div ref={host} />;
}

function extensions(label: string, completions: CompletionSource): Extension {
  return [
    nxql,
    history(),
    drawSelection(),
    bracketMatching(),
    EditorView.lineWrapping,
    autocompletion({
      override: [completionsFrom(completions)],
      icons: false,
      // Enter takes what is shown, however fast it follows.
      interactionDelay: 0,
    }),
    EditorView.domEventHandlers({ beforeinput: replaceSelection }),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    editorTheme,
  ];
}

/**
 * Browsers give text that takes the place of coloured text a style of its own, in an attribute, which
 * the policy of the page does not allow.
 */
function replaceSelection({ inputType, data }: InputEvent, view: EditorView): boolean {
  if (inputType !== 'insertText' || data === null || view.composing) return false;
  if (view.state.selection.main.empty) return false;
  const change = view.state.replaceSelection(data);
  view.dispatch({ ...change, scrollIntoView: true, userEvent: 'input.type' });
  return true;
}

function runWith(run: (query: string) => void) {
  return ({ state }: EditorView): boolean => {
    run(state.doc.toString());
    return true;
  };
}

type ViewRef = Readonly<ReturnType<typeof useRef<EditorView | null>>>;

interface Written {
  readonly view: ViewRef;
  /** What the editor has told and not got back yet, oldest first. */
  readonly reported: RefObject<string[]>;
}

/**
 * A query from elsewhere, such as of the history, takes the place of what was written. What was written itself comes
 * back here, too, and later than the next letters where the machine is busy.
 */
function useShownValue({ view, reported }: Written, value: string): void {
  useEffect(() => {
    const shown = view.current;
    const at = reported.current.lastIndexOf(value);
    reported.current.splice(0, at + 1);
    if (!shown || at >= 0 || shown.state.doc.toString() === value) return;
    const all = { from: 0, to: shown.state.doc.length };
    shown.dispatch({ changes: { ...all, insert: value }, selection: { anchor: value.length } });
    reported.current = [];
  }, [view, reported, value]);
}

function useShownProblem(view: ViewRef, problem: QueryProblem | undefined): void {
  useEffect(() => {
    const shown = view.current;
    if (!shown) return;
    const { length } = shown.state.doc;
    const places = problem?.range ? [problem.range] : [];
    const diagnostics = places.map(({ from, to }) => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: 'error' as const,
      message: problem?.message ?? '',
    }));
    shown.dispatch(setDiagnostics(shown.state, diagnostics));
  }, [view, problem]);
}
