import { type ArchiveSize, madeArchive, measuredArchive, renditionFile } from '../api/archives.ts';
import type { Doc } from '../api/types.ts';
import type { Text } from '../i18n/i18n.tsx';
import { notify } from '../ui/notices.tsx';
import type { ActionContext } from './action.ts';
import { askAboutDownload, sizeTexts } from './download-dialog.tsx';
import { fileOf } from './files.ts';
import { showProgress } from './progress.tsx';

/** One file as it is, everything else as an archive that the server makes beside other work. */
export async function download({ documents, text }: ActionContext): Promise<void> {
  const [first] = documents;
  const file = documents.length === 1 && first && fileOf(first);
  if (file) return save(file.data, file.name ?? first.title);
  const title = first && documents.length === 1 ? first.title : text('actions.archive');
  const ids = documents.map(({ uid }) => uid);
  const measured = await withProgress(text('actions.download.measuring'), (signal) =>
    measuredArchive(ids, signal),
  );
  if (!measured) return;
  const { value: size } = measured;
  if (size.files === 0) notify({ text: text('actions.download.none') });
  else if (isTooLarge(size)) askAboutDownload(size);
  else if (isLarge(size)) askAboutDownload(size, () => downloadArchive(ids, title, { text, size }));
  else await downloadArchive(ids, title, { text, size });
}

function isTooLarge({ files, bytes, filesMax, bytesMax }: ArchiveSize): boolean {
  return files > filesMax || bytes > bytesMax;
}

/** What takes a while, or fills the disk of a small device. */
function isLarge({ files, bytes }: ArchiveSize): boolean {
  return files >= 1_000 || bytes >= 500_000_000;
}

async function downloadArchive(
  ids: readonly string[],
  title: string,
  { text, size }: { readonly text: Text; readonly size: ArchiveSize },
): Promise<void> {
  const name = `${title}.zip`;
  const label = text('actions.download.archive', { name, ...sizeTexts(size) });
  const made = await withProgress(label, (signal) => madeArchive(ids, name, signal));
  if (!made) return;
  if (made.value === undefined) notify({ text: text('actions.download.none') });
  else save(made.value, name);
}

/** Undefined when the user has stopped it. */
async function withProgress<T>(
  label: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  const stop = new AbortController();
  const progress = showProgress({ label, total: undefined, onStop: () => stop.abort() });
  try {
    return { value: await work(stop.signal) };
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.end();
  }
}

export async function downloadPdf(document: Doc, text: Text): Promise<void> {
  const name = `${document.title.replace(/\.\w{1,5}$/, '')}.pdf`;
  const made = await withProgress(text('actions.download.running', { name }), (signal) =>
    renditionFile(document.uid, 'pdf', signal),
  );
  if (!made) return;
  const address = URL.createObjectURL(made.value);
  save(address, name);
  URL.revokeObjectURL(address);
}

export function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
