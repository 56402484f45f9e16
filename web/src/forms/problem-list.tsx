import { useEffect, useRef } from 'react';
import { useLocale, useText } from '../i18n/i18n.tsx';
import { propertyOf } from './form-state.ts';
import classes from './forms.module.css';
import { propertyLabel } from './labels.ts';
import type { Problem } from './problem.ts';
import { problemText } from './problems.ts';
import { focusProperty } from './property-row.tsx';

/** All that is wrong, above the fields; each entry leads to its field. It takes the focus when the server has refused something. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const text = useText();
  const language = useLocale();
  const section = useRef<HTMLElement>(null);
  const shown = useRef(problems);
  useEffect(() => {
    // Fewer than before are those that the user is correcting right now.
    const hasNew = problems.some((each) => !shown.current.includes(each));
    shown.current = problems;
    if (hasNew) section.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={text('forms.problems')}
      className={classes.problems}
    >
      <h2>{text('forms.problemsTitle', { count: problems.length })}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.path} ${problem.detail}`}>
            <button
              type="button"
              className={classes.jump}
              onClick={() => focusProperty(propertyOf(problem.path))}
            >
              {placeOf(problem.path, language)}
            </button>
            {`: ${problemText(text, problem)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `Parties › 1 › Name` */
function placeOf(path: string, language: 'en' | 'fr'): string {
  return path
    .split('/')
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : propertyLabel(step, language)))
    .join(' › ');
}
