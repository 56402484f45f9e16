/** The same value, read only down to its leaves: what a schema infers can be written to. */
export type Immutable<T> = { readonly [Key in keyof T]: Immutable<T[Key]> };
