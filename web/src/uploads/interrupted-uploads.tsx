import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';
import { chooseFiles } from './choose.ts';
import { uploads } from './engine.ts';
import classes from './panel.module.css';
import { give, readAgain } from './restore.ts';
import type { Upload } from './upload.ts';
import { useHasSources } from './use-sources.ts';
import { currentJournal } from './use-uploads.ts';

/** Asks for the files of uploads that cannot read them any more. */
export function InterruptedUploads({ rows }: { readonly rows: readonly Upload[] }) {
  const text = useText();
  const lost = rows.filter(({ state }) => state === 'lost');
  const hasSources = useHasSources(lost);
  if (lost.length === 0) return null;
  const choose = async (isFolder: boolean): Promise<void> => {
    const strangers = give(uploads, lost, await chooseFiles({ isFolder }));
    const [first] = strangers;
    // A folder may have much else.
    if (!first || isFolder) return;
    const values = { count: strangers.length, name: first.name };
    notify({ text: text('uploads.notInterrupted', values), isProblem: true });
  };
  const goOn = async (): Promise<void> => {
    const journal = currentJournal();
    if (journal) await readAgain(uploads, journal, { asks: true });
  };
  return (
    <div className={classes.interrupted}>
      <p>{text('uploads.interrupted', { count: lost.length })}</p>
      <div className={classes.buttons}>
        {hasSources && (
          <Button look="primary" onPress={() => void goOn()}>
            {text('uploads.continue')}
          </Button>
        )}
        <Button onPress={() => void choose(false)}>{text('uploads.chooseFiles')}</Button>
        {lost.some(({ folders }) => folders.length > 0) && (
          <Button onPress={() => void choose(true)}>{text('uploads.chooseFolder')}</Button>
        )}
      </div>
    </div>
  );
}
