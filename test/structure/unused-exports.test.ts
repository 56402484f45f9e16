import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
const list = /^export (?:type )?\{([^}]*)\}/gm;
const namedImport = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+['"](\.[^'"]+)['"]/gm;
/** What is used of such a module can only be told by its name in the text. */
const wholeImport = /\bimport\(\s*['"](\.[^'"]+)['"]|^import \* as \w+ from ['"](\.[^'"]+)['"]/gm;

/** What only tests import, and why it is there. */
const forTests: Readonly<Record<string, string>> = {
  'src/base/clock.ts shiftClock': 'tests of rules that depend on the time move the clock with it',
  'src/repository/principals/passwords.ts hashQuickly':
    'a tenth of the time of all tests would be spent on hashing passwords',
  'src/automation/evaluation.ts bindingNames': 'the page on expressions must have these names',
  'src/automation/bindings/document-host.ts documentMembers': 'as bindingNames',
  'src/expressions/members.ts dataMethodNames': 'as bindingNames',
  'src/jobs/inspect.ts findJob': 'tests of the queue look at single jobs with their payload',
  'src/repository/editing/publishing.ts listPublications': 'enricher publications, being built',
  'src/repository/query/scroll-ids.ts scrollIds': 'bulk actions, which are being built',
};

/** The names between braces: those of the other module, or with `isRenamed` those after `as`. */
function namesIn(braces: string, isRenamed = false): string[] {
  return braces.split(',').flatMap((item) => {
    const names = item.replace(/\btype\s/, '').match(/\w+/g) ?? [];
    return names.at(isRenamed ? -1 : 0) ?? [];
  });
}

function exportsOf({ text }: SourceFile): string[] {
  const declared = [...text.matchAll(declaration)].map(([, name = '']) => name);
  return [
    ...declared,
    ...[...text.matchAll(list)].flatMap(([, names = '']) => namesIn(names, true)),
  ];
}

/** `path name` of all that the files import from others. */
function importsOf(files: readonly SourceFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ path, text }) => {
      const at = (target: string) => join(dirname(path), target);
      const named = [...text.matchAll(namedImport)].flatMap(([, names = '', target = '']) =>
        namesIn(names).map((name) => `${at(target)} ${name}`),
      );
      const whole = [...text.matchAll(wholeImport)].flatMap(([, dynamic, star]) =>
        (text.match(/\w+/g) ?? []).map((name) => `${at(dynamic ?? star ?? '')} ${name}`),
      );
      return [...named, ...whole];
    }),
  );
}

const isTest = ({ path }: SourceFile) => path.endsWith('.test.ts');
const sources = sourceFiles('src');
const program = sources.filter((file) => !isTest(file));
const exported = program.flatMap((file) =>
  exportsOf(file).map((name) => ({ file, name, key: `${file.path} ${name}` })),
);

test('what a module exports is imported by another', () => {
  const imported = importsOf([...sources, ...sourceFiles('test', 'bench', 'docs', 'client')]);
  expect(exported.map(({ key }) => key).filter((key) => !imported.has(key))).toEqual([]);
});

test('the program itself uses what it exports', () => {
  const imported = importsOf([...program, ...sourceFiles('bench', 'docs', 'client')]);
  const unused = exported.filter(({ file, name, key }) => {
    const mentions = file.text.match(new RegExp(`^(?! *(?:\\*|/[*/])).*\\b${name}\\b`, 'gm')) ?? [];
    return !imported.has(key) && mentions.length < 2;
  });
  expect(unused.map(({ key }) => key).toSorted()).toEqual(Object.keys(forTests).toSorted());
});
