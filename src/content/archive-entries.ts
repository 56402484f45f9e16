/** The entry by which an archive is known to be an export. */
export const markerEntry = '.nuxeo-archive';
/** The XML of a document, in the folder of the document. */
export const documentEntry = 'document.xml';

/** The head of an entry of a zip archive is 30 bytes long; its name follows. */
const nameOffset = 30;
export const exportHeadBytes = nameOffset + markerEntry.length;

/** Whether an archive that begins with these bytes is an export: the marker is its first entry. */
export function isExportHead(bytes: Buffer): boolean {
  const head = bytes.subarray(0, exportHeadBytes);
  if (head.length < exportHeadBytes) return false;
  const isZip = head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  const isLong = head.readUInt16LE(nameOffset - 4) === markerEntry.length;
  return isZip && isLong && head.subarray(nameOffset).toString('latin1') === markerEntry;
}
