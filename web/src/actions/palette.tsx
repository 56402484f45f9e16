import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { FileText, Folder, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { byTitleQuery } from '../api/titles.ts';
import { isFolder, placeOf } from '../documents/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { openDialog } from '../ui/dialog.tsx';
import type { MenuEntry } from '../ui/menu.tsx';
import { Palette } from '../ui/palette.tsx';
import { actionEntries } from './action-entries.ts';
import { useCurrentTarget } from './current-target.ts';
import { actions } from './index.ts';
import { allPlaces } from './places.ts';
import { openShortcuts } from './shortcuts-dialog.tsx';
import { useActionRunner } from './use-action-runner.ts';

export function openPalette(): void {
  openDialog((close) => <ActionPalette onClose={close} />);
}

/** Shorter texts would find nearly everything. */
const wordsMin = 2;

function useFoundDocuments(words: string): readonly MenuEntry[] {
  const router = useRouter();
  const title = words.trim();
  const found = useQuery({
    ...byTitleQuery(title),
    enabled: title.length >= wordsMin,
    placeholderData: keepPreviousData,
  });
  if (title.length < wordsMin) return [];
  return (found.data?.entries ?? []).map((each) => ({
    id: each.uid,
    label: each.title,
    icon: isFolder(each) ? Folder : FileText,
    run: () => void router.navigate(placeOf(each)),
  }));
}

function ActionPalette({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const router = useRouter();
  const run = useActionRunner();
  const target = useCurrentTarget();
  const [words, setWords] = useState('');
  const documents = useFoundDocuments(words);
  const entries = target ? actionEntries(actions, target, { text, run }).flat() : [];
  const places = allPlaces.map(({ id, label, icon, link }) => ({
    id: `place-${id}`,
    label: text(label),
    icon,
    run: () => void router.navigate(link),
  }));
  const help = {
    id: 'shortcuts',
    label: text('actions.shortcuts'),
    icon: Keyboard,
    keys: '?',
    run: openShortcuts,
  };
  return (
    <Palette
      label={text('actions.palette')}
      words={words}
      onWords={setWords}
      emptyText={text('actions.palette.none')}
      onClose={onClose}
      sections={[
        { id: 'actions', label: text('actions.bar'), entries },
        { id: 'documents', label: text('shell.browse'), entries: documents },
        { id: 'places', label: text('actions.palette.places'), entries: [...places, help] },
      ]}
    />
  );
}
