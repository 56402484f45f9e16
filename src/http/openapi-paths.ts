import type { AdapterDefinition } from './adapters/adapter.ts';
import type { RouteDefinition, RouteRoot } from './route.ts';

const roots: Readonly<Record<RouteRoot, string>> = {
  api: '/api/v1',
  automation: '/site/automation',
  base: '',
};

type RoutePlace = Pick<RouteDefinition, 'root' | 'path' | 'described'>;

/** The paths of a route in the description, which have the same responses: mostly one. */
export function routePaths({ root, path, described = {} }: RoutePlace): readonly string[] {
  const { below = roots[root], values = {}, variables = {} } = described;
  const named = Object.entries(variables).reduce(
    (text, [name, word]) => text.replace(`/${word}`, `/:${name}`),
    path,
  );
  const paths = Object.entries(values).reduce<readonly string[]>(
    (texts, [name, known]) =>
      texts.flatMap((text) => known.map((value) => text.replace(`:${name}`, value))),
    [named],
  );
  return paths.map((text) => below + templateOf(text));
}

type AdapterPlace = Pick<AdapterDefinition, 'name' | 'argsPattern' | 'isArgumentOptional'>;

/** Below an id, with all arguments. */
export function adapterPath({ name, argsPattern }: AdapterPlace): string {
  return `/api/v1/id/{id}/@${name}${templateOf(argsPattern)}`;
}

/** All paths of an adapter: below an id and below a path. */
export function adapterPaths(adapter: AdapterPlace): readonly string[] {
  const places = adapter.isArgumentOptional
    ? [{ ...adapter, argsPattern: '' }, adapter]
    : [adapter];
  const byId = places.map(adapterPath);
  return [...byId, ...byId.map((path) => path.replace('/id/{id}/', '/path/{rest}/'))];
}

function templateOf(path: string): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}').replace(/\*$/, '{rest}');
}

/** The parameters that a path has for its variables. */
export function variablesOf(
  path: string,
  { variables = {} }: NonNullable<RouteDefinition['described']> = {},
): readonly object[] {
  return [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name = '']) => {
    const word = variables[name];
    const schema = { type: 'string', ...(word !== undefined && { enum: [word] }) };
    return { name, in: 'path', required: true, schema };
  });
}
