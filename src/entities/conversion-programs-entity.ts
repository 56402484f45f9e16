import { arrayOf, entityOf, flag, type JsonOf, nullable, text } from './json-schema.ts';

const programSchema = entityOf('conversionProgram', {
  name: text,
  package: text,
  purpose: text,
  installed: flag,
  version: nullable(text),
});

export const conversionProgramsSchema = entityOf('conversionPrograms', {
  confinement: text,
  confinementProblems: arrayOf(text),
  ocrLanguages: arrayOf(text),
  problems: arrayOf(text),
  entries: arrayOf(programSchema),
});

interface Programs {
  readonly confinement: string;
  readonly confinementProblems: readonly string[];
  readonly languages: readonly string[];
  readonly programs: readonly {
    readonly name: string;
    readonly package: string;
    readonly purpose: string;
    readonly isInstalled: boolean;
    readonly version: string | null;
  }[];
}

/** What is installed for conversions; `problems` are settings that it does not suffice for. */
export function writeConversionPrograms(
  { confinement, confinementProblems, languages, programs }: Programs,
  problems: readonly string[],
): JsonOf<typeof conversionProgramsSchema> {
  return {
    'entity-type': 'conversionPrograms',
    confinement,
    confinementProblems: [...confinementProblems],
    ocrLanguages: [...languages],
    problems: [...problems],
    entries: programs.map(({ isInstalled, ...program }) => ({
      'entity-type': 'conversionProgram',
      name: program.name,
      package: program.package,
      purpose: program.purpose,
      installed: isInstalled,
      version: program.version,
    })),
  };
}
