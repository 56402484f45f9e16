import { open } from 'node:fs/promises';
import { escapeHtml } from '../../base/escape-html.ts';
import type { ArchiveEntry, ArchiveListing } from './archive-listing.ts';
import { type FragmentSource, shortenedNotice } from './fragment.ts';
import { listTar } from './tar-listing.ts';
import { listZip } from './zip-listing.ts';

/** The names of the files in an archive. */
export async function archiveFragment({ path }: FragmentSource): Promise<string> {
  const { entries, isWhole } = await list(path);
  const notice = isWhole ? '' : shortenedNotice('the first files of the archive are');
  return `${notice}<table class="grid">
<thead><tr><th>Name</th><th>Bytes</th><th>Date</th></tr></thead>
<tbody>
${entries.map(row).join('')}</tbody>
</table>
`;
}

async function list(path: string): Promise<ArchiveListing> {
  const file = await open(path);
  const head = Buffer.alloc(4);
  try {
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  return head.toString('latin1', 0, 2) === 'PK' ? listZip(path) : listTar(path, head);
}

function row({ name, sizeBytes, modifiedMs }: ArchiveEntry): string {
  const size = sizeBytes === undefined ? '' : sizeBytes.toLocaleString('en');
  const date =
    modifiedMs === undefined
      ? ''
      : new Date(modifiedMs).toISOString().slice(0, 16).replace('T', ' ');
  return `<tr><td>${escapeHtml(name)}</td><td class="number">${size}</td><td>${date}</td></tr>\n`;
}
