type Value = string | number | boolean;

export type Values = Readonly<Record<string, Value | readonly Value[] | undefined>>;

/**
 * The path of a template. The values of its variables may be whole paths: their segments are encoded
 * one by one, since names of documents may contain any character but the slash. The path of the root is empty:
 * what follows it has one slash before it, as elsewhere.
 */
export function pathFor(template: string, values: Values = {}): string {
  const variable = /(\/?)\{(\w+)\}(\/?)/g;
  return template.replace(variable, (_all, before: string, name: string, after: string) => {
    const text = String(values[name] ?? '').replace(/^\//, '');
    const encoded = text.split('/').map(encodeURIComponent).join('/');
    return encoded === '' ? before || after : `${before}${encoded}${after}`;
  });
}

/** Begins with a question mark, if it is not empty. */
export function queryFor(values: Values = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const each of [value].flat()) {
      if (each !== undefined) query.append(name, String(each));
    }
  }
  return query.size > 0 ? `?${query}` : '';
}
