/** The entry by which an archive is known to be an export. */
export const markerEntry = '.nuxeo-archive';
/** The XML of a document, in the folder of the document. */
export const documentEntry = 'document.xml';
