import type { Field, FieldGroup } from '../documents/fields.ts';

/** What the server keeps for itself, and what other parts of the screen show. */
const hiddenSchemas: ReadonlySet<string> = new Set([
  'common',
  'facetedTag',
  'files',
  'relatedtext',
  'thumbnail',
  'collectionMember',
  'collection',
  'publishing',
  'webcontainer',
  'userworkspace',
]);

const hiddenProperties: ReadonlySet<string> = new Set([
  'uid:major_version',
  'uid:minor_version',
  'picture:views',
  'picture:cropCoords',
  'vid:transcodedVideos',
  'vid:storyboard',
]);

/** Written by the server, which refuses other values of ordinary users, or computed from the file. */
const readOnlyProperties: ReadonlySet<string> = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:contributors',
  'dc:lastContributor',
  'picture:info',
  'vid:info',
  'aud:duration',
]);

/** The most important ones; others follow in the order of the content model. */
const firstSchemas = ['dublincore', 'note', 'file'];

/** The groups of fields that people read, in the order in which they look for them. */
export function shownGroups(groups: readonly FieldGroup[]): readonly FieldGroup[] {
  const shown = groups
    .filter(({ schema }) => !hiddenSchemas.has(schema))
    .map(({ schema, fields }) => ({
      schema,
      fields: fields.filter(({ name }) => !hiddenProperties.has(name)),
    }))
    .filter(({ fields }) => fields.length > 0);
  return shown.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ schema }: FieldGroup): number {
  const at = firstSchemas.indexOf(schema);
  if (schema === 'uid') return firstSchemas.length + 1;
  return at < 0 ? firstSchemas.length : at;
}

/** The groups of fields that people can change. */
export function editableGroups(groups: readonly FieldGroup[]): readonly FieldGroup[] {
  return shownGroups(groups)
    .map(({ schema, fields }) => ({ schema, fields: fields.filter(isEditable) }))
    .filter(({ fields }) => fields.length > 0);
}

function isEditable({ name }: Field): boolean {
  return !readOnlyProperties.has(name);
}
