/** Schemas with a name of their own, each written once. */
export class SchemaCatalogue {
  readonly all: Record<string, unknown> = {};

  /** The value with references in the place of named schemas. */
  refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.refer(item));
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...keywords } = value as Record<string, unknown>;
    if (typeof title !== 'string') return this.#referEach(value);
    if (!(title in this.all)) {
      // A schema may contain itself.
      this.all[title] = undefined;
      this.all[title] = this.#referEach(keywords);
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  #referEach(value: object): object {
    return Object.fromEntries(
      // An example may have a title, too.
      Object.entries(value).map(([key, item]) => [
        key,
        key === 'example' ? item : this.refer(item),
      ]),
    );
  }
}
