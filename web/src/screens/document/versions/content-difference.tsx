import { useQuery } from '@tanstack/react-query';
import { textQuery } from '../../../api/previews.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { previewedFileOf, sizeOf } from '../../../previews/previewed-file.ts';
import { Loading } from '../../../ui/states.tsx';
import { ChangedText } from './changed-text.tsx';
import classes from './versions.module.css';

interface Props {
  readonly before: Doc;
  readonly after: Doc;
}

/** Larger files are compared by their digests only. */
const comparedBytesMax = 200_000;

/** The contents of two small text files, by words. */
export function ContentDifference({ before, after }: Props) {
  const [first, second] = [textFileOf(before), textFileOf(after)];
  if (!first || !second || first.digest === second.digest) return null;
  return <TextDifference before={before} after={after} />;
}

function textFileOf(document: Doc) {
  const file = previewedFileOf(document);
  const isText = file?.family === 'text' || file?.family === 'markdown';
  if (!file?.blob || !isText) return undefined;
  const size = sizeOf(file.blob);
  return size > 0 && size <= comparedBytesMax ? file.blob : undefined;
}

function TextDifference({ before, after }: Props) {
  const text = useText();
  const old = useQuery(textQuery(before, 'file:content'));
  const current = useQuery(textQuery(after, 'file:content'));
  // What differs is said above; without the texts only the words are missing.
  if (old.error || current.error) return null;
  if (!old.data || !current.data) return <Loading />;
  return (
    <>
      <h2>{text('versions.content')}</h2>
      <div className={classes.content}>
        <ChangedText before={old.data.text} after={current.data.text} />
      </div>
    </>
  );
}
