/** The same value, read only down to its leaves: what a schema infers can be written to. */
export type Immutable<T> = unknown extends T ? T : { readonly [Key in keyof T]: Immutable<T[Key]> };
