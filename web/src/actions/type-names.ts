import type { MessageId, Text } from '../i18n/i18n.tsx';

const known: Readonly<Record<string, MessageId>> = {
  Audio: 'actions.type.audio',
  Collection: 'actions.type.collection',
  Domain: 'actions.type.domain',
  File: 'actions.type.file',
  Folder: 'actions.type.folder',
  Note: 'actions.type.note',
  OrderedFolder: 'actions.type.orderedFolder',
  Picture: 'actions.type.picture',
  PictureBook: 'actions.type.pictureBook',
  Section: 'actions.type.section',
  Video: 'actions.type.video',
  Workspace: 'actions.type.workspace',
};

/** Types of a content model of one's own have no texts: their names are taken apart. */
export function typeName(type: string, text: Text): string {
  const id = known[type];
  return id ? text(id) : type.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
}
