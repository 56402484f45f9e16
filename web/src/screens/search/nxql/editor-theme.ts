import { EditorView } from '@codemirror/view';

/** The editor is in a tree of its own, which the sheets of the page do not reach; their tokens do. */
export const editorTheme = EditorView.theme({
  '&': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--size-normal)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-content': {
    minHeight: '6rem',
    padding: 'var(--space-2) 0',
    caretColor: 'var(--text)',
  },
  '.cm-line': { padding: '0 var(--space-3)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--surface-selected)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  // The wave of the library is a picture in the sheet, which the policy of the page does not allow.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: 'var(--space-1) var(--space-2)',
    lineHeight: '1.5',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-selected)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': {
    marginLeft: 'var(--space-4)',
    color: 'var(--text-quiet)',
    fontFamily: 'var(--font)',
    fontStyle: 'normal',
    fontSize: 'var(--size-small)',
  },
  'li[aria-selected] > .cm-completionDetail': { color: 'var(--text)' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
});
