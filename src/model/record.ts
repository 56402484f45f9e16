/**
 * Documents with this facet are records: the contents that they refer to are stored in the store of records,
 * where there is one. The default content model does not have it.
 */
export const recordFacet = 'Record';
