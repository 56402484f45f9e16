import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { getAtXpath } from '../../model/property-access.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';

const behaviors = [
  'replace',
  'append_including_duplicates',
  'append_excluding_duplicates',
] as const;
type Behavior = (typeof behaviors)[number];

export const updateDocumentOperation = defineOperation({
  id: 'Document.Update',
  label: 'Update Properties',
  category: 'Document',
  description:
    'Sets properties of the input document and saves it. The pairs are written key=value, one on each line, or as a JSON object.',
  params: {
    properties: required('properties', 'The properties to set.'),
    changeToken: optional('string', 'What the caller last saw; an older one is a conflict.'),
    propertiesBehaviors: optional(
      'properties',
      `For list properties, by their name: ${behaviors.join(', ')}.`,
    ),
    save: withDefault('boolean', true, {
      description: 'Whether to store the changes at once.',
      values: ['true'],
    }),
  },
  methods: [
    {
      input: 'document',
      output: 'document',
      loops: true,
      async run(context, document, params) {
        const { properties, propertiesBehaviors, changeToken, save } = params;
        const appends = readBehaviors(propertiesBehaviors);
        const dependsOnPresent =
          appends.size > 0 || [...properties.keys()].some((key) => key.includes('/'));
        const target = dependsOnPresent ? await lockForChange(context, document) : document;
        const given = await context.readProperties(properties, {
          shape: target.shape,
          current: target.properties,
        });
        const changes = withAppended(given, target, appends);
        return saveChanges(context, target, { changes, saves: save, changeToken });
      },
    },
  ],
});

/** Only those that differ from replacing. */
function readBehaviors(pairs: PropertyMap | null): ReadonlyMap<string, Behavior> {
  const read = new Map<string, Behavior>();
  for (const [key, text] of pairs ?? []) {
    const behavior = behaviors.find((known) => known === String(text).trim().toLowerCase());
    if (!behavior) {
      throw new AppError(
        'operation.parameter-invalid',
        `Parameter propertiesBehaviors: ${key}: ${String(text)} is not one of ${behaviors.join(', ')}`,
      );
    }
    if (behavior !== 'replace') read.set(key, behavior);
  }
  return read;
}

function withAppended(
  given: Properties,
  document: WorkingDocument,
  appends: ReadonlyMap<string, Behavior>,
): Properties {
  const changes: Record<string, PropertyValue> = { ...given };
  for (const [key, behavior] of appends) {
    const xpath = findXpath(document.shape, key);
    const added = xpath && given[xpath.definition.key];
    if (!xpath || !Array.isArray(added)) continue;
    const present = getAtXpath(document.properties, xpath);
    const items = Array.isArray(present) ? present : [];
    const isNew = (item: PropertyValue) => !items.includes(item);
    changes[xpath.definition.key] = [
      ...items,
      ...(behavior === 'append_excluding_duplicates' ? added.filter(isNew) : added),
    ];
  }
  return changes;
}
