import { defineOperation, optional, required, withDefault } from '../../automation/define.ts';
import type { PropertyMap, WorkingDocument } from '../../automation/values.ts';
import { lockForChange, saveChanges } from '../../automation/working-documents.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';
import { getAtXpath, setAtXpath } from '../../model/property-access.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import { valueKey } from '../../model/value-key.ts';
import { findXpath, type Xpath } from '../../model/xpath.ts';

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
  isRepeatable: true,
  params: {
    properties: required('properties', 'The properties to set.'),
    changeToken: optional('string', 'What the caller last saw; an older one is a conflict.'),
    propertiesBehaviors: optional(
      'properties',
      `For list properties, by their name: ${behaviors.join(', ')}; any other word replaces.`,
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
        const changes = withAppended(given, target, placesOf(target, properties, appends));
        return saveChanges(context, target, {
          changes,
          saves: save,
          changeToken: changeToken || null,
        });
      },
    },
  ],
});

/** Only behaviors other than replacing, which is also the meaning of an unknown word. */
function readBehaviors(pairs: PropertyMap | null): ReadonlyMap<string, Behavior> {
  const read = new Map<string, Behavior>();
  for (const [key, text] of pairs ?? []) {
    const behavior = behaviors.find((known) => known === String(text).trim().toLowerCase());
    if (behavior && behavior !== 'replace') read.set(key, behavior);
  }
  return read;
}

interface AppendedPlace {
  readonly xpath: Xpath;
  readonly behavior: Behavior;
}

/** The given lists that are to be appended to. */
function placesOf(
  { shape }: WorkingDocument,
  properties: PropertyMap,
  appends: ReadonlyMap<string, Behavior>,
): AppendedPlace[] {
  const given = new Set([...properties.keys()].map((key) => findXpath(shape, key)?.text));
  return [...appends].flatMap(([key, behavior]) => {
    const xpath = findXpath(shape, key);
    return xpath && given.has(xpath.text) ? [{ xpath, behavior }] : [];
  });
}

function withAppended(
  given: Properties,
  { properties }: WorkingDocument,
  places: readonly AppendedPlace[],
): Properties {
  let changes = given;
  for (const { xpath, behavior } of places) {
    const added = getAtXpath(given, xpath);
    if (!Array.isArray(added)) continue;
    const present = getAtXpath(properties, xpath);
    const items = Array.isArray(present) ? present : [];
    changes = setAtXpath(changes, xpath, appended(items, added, { behavior, xpath }));
  }
  return changes;
}

function appended(
  items: readonly PropertyValue[],
  added: readonly PropertyValue[],
  { behavior, xpath }: AppendedPlace,
): readonly PropertyValue[] {
  const keys = new Set(items.map(valueKey));
  const isNew = (item: PropertyValue): boolean => {
    const key = valueKey(item);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  };
  const all = [
    ...items,
    ...(behavior === 'append_excluding_duplicates' ? added.filter(isNew) : added),
  ];
  if (all.length <= limits.listLengthMax) return all;
  throw new AppError(
    'property.invalid',
    `${xpath.text}: the list would have ${all.length} items; it takes ${limits.listLengthMax}`,
  );
}
