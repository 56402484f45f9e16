import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { documentQuery } from '../../api/documents.ts';
import { isGone } from '../../api/errors.ts';
import type { Doc } from '../../api/types.ts';
import { placeOf } from '../../documents/places.ts';
import { useText } from '../../i18n/i18n.tsx';
import { PreviewPane } from '../../previews/preview-pane.tsx';
import { useFullScreen } from '../../previews/use-full-screen.ts';
import { Unloaded } from '../../ui/states.tsx';
import classes from './tasks.module.css';

/** The documents that a task is about, each with its preview. */
export function TaskSubject({ documents }: { readonly documents: readonly Doc[] }) {
  const text = useText();
  if (documents.length === 0) return <p>{text('tasks.noDocument')}</p>;
  return (
    <div className={classes.subject}>
      {documents.map((document) => (
        <section key={document.uid} className={classes.subject}>
          <h2>{document.title}</h2>
          <p className={classes.quiet}>{document.path}</p>
          <Link {...placeOf(document)}>{text('tasks.open')}</Link>
          <SubjectPreview uid={document.uid} />
        </section>
      ))}
    </div>
  );
}

function SubjectPreview({ uid }: { readonly uid: string }) {
  const found = useQuery(documentQuery(uid));
  const [isFull, setFull] = useState(false);
  const leaveFull = useCallback(() => setFull(false), []);
  useFullScreen(isFull, leaveFull, endsFull);
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  return <PreviewPane document={found.data} isFull={isFull} onFullChange={setFull} />;
}

/** No other preview follows in full screen. */
const endsFull = (): boolean => false;
