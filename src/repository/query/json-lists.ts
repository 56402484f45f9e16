import { propertiesOf } from './large-rows.ts';
import { type ListReference, type ListSource, type PlaceOf, placeIn } from './resolved.ts';

/** The items of a list within a document's JSON. */
export function jsonList(place: PlaceOf): ListSource {
  return {
    rows: (context, alias) => [context.dialect.json.items(placeIn(context, place), alias)],
    order: (context, alias) => context.dialect.json.itemIndex(alias),
    json: (context) => context.dialect.json.json(placeIn(context, place)),
  };
}

export interface TextsOfList {
  /** The property that is a list of complex values. */
  readonly property: string;
  /** The text of each of them. */
  readonly field: string;
}

/** A list of complex values of the document as the list of one of their texts. */
export function textsOfList({ property, field }: TextsOfList): ListReference {
  const place: PlaceOf = {
    base: (context) => propertiesOf(context),
    keys: [property],
  };
  return {
    kind: 'list',
    itemType: 'string',
    source: jsonList(place),
    item: ({ dialect }, alias) =>
      dialect.json.scalar({ base: { kind: 'item', alias }, keys: [field] }, 'string'),
    isSet: (context) => context.dialect.json.isSet(placeIn(context, place), true),
    variables: [],
  };
}
