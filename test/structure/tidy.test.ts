import { expect, test } from 'vitest';
import { oversizedFunctions } from './function-sizes.ts';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('src', 'test', 'bench', 'build', 'client').filter(
  ({ path }) => !path.endsWith('.gen.ts'),
);
const sources = files.filter(
  ({ path }) => /^(?:src|client)\//.test(path) && !path.endsWith('.test.ts'),
);

/** Larger than the bound for now; an entry may shrink and leave, never grow or be added. */
const largeFiles: Readonly<Record<string, number>> = {};
const fileLinesMax = 400;
const functionLinesMax = 60;

test('no source file is longer than 400 lines', () => {
  const tooLong = sources
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > (largeFiles[path] ?? fileLinesMax));
  expect(tooLong).toEqual([]);
});

test('no function is longer than 60 lines', () => {
  expect(sources.flatMap((file) => oversizedFunctions(file, functionLinesMax))).toEqual([]);
});

test('files are named in kebab-case and never after a rag-bag', () => {
  const bad = files.filter(
    ({ path }) =>
      !/\/[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.ts$/.test(path) ||
      /(?:^|\/)(?:utils?|helpers?|common|misc|managers?)(?:\.ts$|\/)/.test(path),
  );
  expect(bad.map((file) => file.path)).toEqual([]);
});

interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  readonly except: RegExp;
}

const bans: readonly Ban[] = [
  {
    what: 'the environment outside src/config',
    pattern: /process\.env/,
    except: /^src\/(?:config|cli)\/|^src\/main\.ts/,
  },
  {
    what: 'the clock outside src/base',
    pattern: /Date\.now\(|new Date\(\)/,
    except: /^src\/base\//,
  },
  {
    what: 'randomness outside src/base',
    pattern: /Math\.random\(|randomBytes\(|randomUUID\(/,
    except: /^src\/base\/|^src\/http\/(?:app|credential-cache)\.ts/,
  },
  {
    what: 'values imported from node:http, which loads all that it knows (src/base/node-http.ts)',
    pattern: /^import (?!type\b).* from 'node:http'/m,
    except: /^$/,
  },
  {
    what: 'timers outside src/base',
    pattern: /\bset(?:Timeout|Interval)\(/,
    // A thread of its own in a process of its own, which is to end with its parent.
    except:
      /^src\/base\/|^src\/(?:content\/text-extraction\/process|conversion\/programs\/memory)-guard\.ts/,
  },
  {
    what: 'errors in the log under a name that shows nothing of them (err is written out)',
    pattern: /\blog\.\w+\(\s*\{\s*(?:[^}]*,\s*)?error\b(?!\.)\s*[,}:]/,
    except: /^$/,
  },
  {
    what: 'the engine outside src/storage: what differs is in SqlDialect',
    pattern: /\bengine [!=]==/,
    // The index of words is another one on each engine; the others have their reason next to them.
    except:
      /^src\/(?:storage|repository\/fulltext)\/|^src\/repository\/(?:integrity\/(?:storage-pages|fulltext-words)|search\/aggregate-parts|query\/(?:like-pattern|scalar-conditions|select-sql))\.ts$/,
  },
  { what: 'barrels', pattern: /^export \* from/m, except: /^$/ },
  {
    what: 'vague words for callers (a user, another client, no caller)',
    pattern: /\b(?:whoever|nobody|somebody)\b/i,
    except: /^$/,
  },
  { what: 'unfinished marks', pattern: /\b(?:TODO|FIXME|XXX)\b/, except: /^$/ },
];

test.each(bans)('there is no use of $what', ({ pattern, except }) => {
  const offenders = sources.filter((file) => pattern.test(file.text) && !except.test(file.path));
  expect(offenders.map((file) => file.path)).toEqual([]);
});

test('no test expects something to take so long or less: its machine may be busy', () => {
  const elapsed = /expect\([^;]*(?:performance\.now|monotonicMs|Date\.now)\(\) - \w/;
  const offenders = files.filter(
    ({ path, text }) => path.endsWith('.test.ts') && elapsed.test(text),
  );
  expect(offenders.map(({ path }) => path)).toEqual([]);
});
