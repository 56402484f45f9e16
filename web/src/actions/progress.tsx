import { useSyncExternalStore } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import { openDialog } from '../ui/dialog.tsx';
import { ProgressCard, ProgressCards } from '../ui/progress-card.tsx';

interface Work {
  readonly id: number;
  readonly label: string;
  readonly done: number;
  readonly total: number | undefined;
  readonly onStop: () => void;
}

interface Progress {
  report(done: number): void;
  end(): void;
}

let works: readonly Work[] = [];
let lastId = 0;
let hide: (() => void) | undefined;
const listeners = new Set<() => void>();

function setWorks(next: readonly Work[]): void {
  works = next;
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Shows work until it ends, also on other screens; leaving the application meanwhile asks first. */
export function showProgress(work: Pick<Work, 'label' | 'total' | 'onStop'>): Progress {
  lastId += 1;
  const id = lastId;
  if (works.length === 0) {
    addEventListener('beforeunload', warn);
    openDialog((close) => {
      hide = close;
      return <Running />;
    });
  }
  setWorks([...works, { ...work, id, done: 0 }]);
  return {
    report: (done) => setWorks(works.map((each) => (each.id === id ? { ...each, done } : each))),
    end() {
      setWorks(works.filter((each) => each.id !== id));
      if (works.length > 0) return;
      removeEventListener('beforeunload', warn);
      hide?.();
    },
  };
}

function Running() {
  const text = useText();
  const formats = useFormats();
  const shown = useSyncExternalStore(subscribe, () => works);
  return (
    <ProgressCards label={text('actions.running')}>
      {shown.map(({ id, label, done, total, onStop }) => (
        <ProgressCard
          key={id}
          label={label}
          done={done}
          total={total}
          valueLabel={
            total === undefined ? '' : `${formats.number(done)} / ${formats.number(total)}`
          }
          stopLabel={text('actions.stop')}
          onStop={onStop}
        />
      ))}
    </ProgressCards>
  );
}
