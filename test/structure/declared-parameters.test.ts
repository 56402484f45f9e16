import { expect, test } from 'vitest';
import { adapters } from '../../src/http/adapters/index.ts';
import { routes } from '../../src/http/routes/index.ts';
import { sourceFiles } from './source-files.ts';

const declared = new Set(
  [...routes, ...adapters].flatMap(({ parameters = [] }) =>
    parameters.map((each) => `${each.in} ${each.name.toLowerCase()}`),
  ),
);

/** Read of every request, whatever its route; and those that say what kind of body it has. */
const general =
  /^header (?:accept|authorization|content-|cookie|expect|host|nuxeo-virtual-host|origin|referer|access-control-|sec-|transfer-encoding|x-forwarded-|x-nxrepository)/;

const reads = [
  [/\bquery\.(?:get|has|getAll)\('([^']+)'/g, 'query'],
  [/\b\w+\((?:context\.)?query, '([^']+)'/g, 'query'],
  [/\bheaders\['([a-z-]+)'\]/g, 'header'],
  [/\b\w+\.headers\.([a-z]+)\b/g, 'header'],
  [/\b\w+\(headers, '([^']+)'/g, 'header'],
] as const;

test('every parameter and header that is read is declared by a route', () => {
  const found = sourceFiles('src/http')
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      reads.flatMap(([pattern, place]) =>
        [...text.matchAll(pattern)].map(([, name = '']) => ({
          path,
          read: `${place} ${name.toLowerCase()}`,
        })),
      ),
    );
  expect(found.length).toBeGreaterThan(50);
  const missing = found.filter(({ read }) => !declared.has(read) && !general.test(read));
  expect(missing).toEqual([]);
});
