import { Command } from 'lucide-react';
import { useEffect } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { matchesKeys, shownKeys } from './keys.ts';
import { isMac } from './platform.ts';
import { areSingleKeysOn } from './single-keys.ts';
import { isCovered, isElsewhere } from './use-action-shortcuts.ts';

const keys = 'Mod+K';

/** Opens the palette, also by its keys; and the list of shortcuts by the question mark. */
export function CommandButton() {
  const text = useText();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const opened = openedBy(event);
      if (!opened) return;
      event.preventDefault();
      event.stopPropagation();
      opened().catch((error: unknown) => notifyError(text, error));
    };
    // Before lists, which look for documents by what is typed.
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [text]);
  return (
    <IconButton
      icon={Command}
      label={`${text('actions.palette')} (${shownKeys(keys, isMac)})`}
      onPress={() => void openPalette().catch((error: unknown) => notifyError(text, error))}
    />
  );
}

async function openPalette(): Promise<void> {
  (await import('./palette.tsx')).openPalette();
}

async function openShortcuts(): Promise<void> {
  (await import('./shortcuts-dialog.tsx')).openShortcuts();
}

function openedBy(event: KeyboardEvent): (() => Promise<void>) | undefined {
  if (matchesKeys(event, keys, isMac)) return isCovered() ? undefined : openPalette;
  if (event.key !== '?' || !areSingleKeysOn() || isElsewhere(event)) return undefined;
  return openShortcuts;
}
