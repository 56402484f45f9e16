/** The wire dialect: the contract to the letter, or what existing clients were written against. */
export type Dialect = 'contract' | 'native';

export const dialectHeader = 'x-cartulary-dialect';

export function isDialect(text: string | undefined): text is Dialect {
  return text === 'contract' || text === 'native';
}
