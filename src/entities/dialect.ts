/** The form of JSON: exactly as the contract says, or as existing clients (native) expect it. */
export type Dialect = 'contract' | 'native';

export const dialectHeader = 'x-cartulary-dialect';

export function isDialect(text: string | undefined): text is Dialect {
  return text === 'contract' || text === 'native';
}
