import { useEffect } from 'react';
import { lazyPart } from '../ui/lazy-part.tsx';
import { hasFiles } from './drop.ts';
import { useUploadsWanted } from './presence.ts';

const Panel = lazyPart('overlay', async () => (await import('./panel.tsx')).UploadsPanel);

/** The panel of uploads, as soon as there is one to show. */
export function UploadsHost() {
  const isWanted = useUploadsWanted();
  useEffect(() => {
    addEventListener('dragover', keepPage);
    addEventListener('drop', keepPage);
    return () => {
      removeEventListener('dragover', keepPage);
      removeEventListener('drop', keepPage);
    };
  }, []);
  return isWanted && <Panel />;
}

/** A file that is dropped beside every target would be shown in the place of the application. */
function keepPage(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event.dataTransfer)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}
