import { Link } from '@tanstack/react-router';
import type { Doc } from '../../api/types.ts';
import { placeOf } from '../../documents/places.ts';
import { useText } from '../../i18n/i18n.tsx';
import classes from './tasks.module.css';

/** The documents that a task is about. */
export function TaskSubject({ documents }: { readonly documents: readonly Doc[] }) {
  const text = useText();
  if (documents.length === 0) return <p>{text('tasks.noDocument')}</p>;
  return (
    <div className={classes.subject}>
      {documents.map((document) => (
        <section key={document.uid} className={classes.panel}>
          <h2>{document.title}</h2>
          <p className={classes.quiet}>{document.path}</p>
          <Link {...placeOf(document)}>{text('tasks.open')}</Link>
        </section>
      ))}
    </div>
  );
}
