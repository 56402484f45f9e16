import { monotonicMs } from '../base/clock.ts';
import { type Confinement, chooseConfinement } from './confinement.ts';
import { debianPackage, findProgram, outputOf, withFolder } from './external-program.ts';
import { missingLanguage, parseLanguages } from './text-recognition.ts';

/** Programs of the machine that conversions use, and what needs them. */
const programs = [
  {
    name: 'soffice',
    argument: '--version',
    purpose: 'thumbnails and PDF of office files, texts of old ones',
  },
  { name: 'ffmpeg', argument: '-version', purpose: 'pictures and conversions of videos and audio' },
  { name: 'ffprobe', argument: '-version', purpose: 'duration and size of videos and audio' },
  { name: 'tesseract', argument: '--version', purpose: 'text on scans and pictures' },
  { name: 'heif-convert', argument: '--version', purpose: 'pictures of the format HEIC' },
  { name: 'gs', argument: '--version', purpose: 'conversions of PostScript' },
  { name: 'pdftohtml', argument: '-v', purpose: 'HTML of PDF' },
] as const;

interface ProgramState {
  readonly name: string;
  /** Debian package. */
  readonly package: string;
  readonly purpose: string;
  readonly isInstalled: boolean;
  /** Null also where it does not tell. */
  readonly version: string | null;
}

export interface MachineState {
  readonly confinement: Confinement['kind'];
  /** Why stronger ones are not used. */
  readonly confinementProblems: readonly string[];
  readonly programs: readonly ProgramState[];
  /** Of tesseract. */
  readonly languages: readonly string[];
}

const keptMs = 30_000;
let known: { readonly state: Promise<MachineState>; readonly askedMs: number } | undefined;

/** Asks each program for its version; the answer counts for half a minute. */
export function inspectMachine(): Promise<MachineState> {
  const nowMs = monotonicMs();
  if (known === undefined || nowMs - known.askedMs > keptMs) {
    known = { state: inspect(), askedMs: nowMs };
  }
  return known.state;
}

async function inspect(): Promise<MachineState> {
  const { confinement, refused } = await chooseConfinement();
  const ask = (name: string, argument: string) => answerOf(confinement, name, argument);
  const states = programs.map(async ({ name, argument, purpose }): Promise<ProgramState> => {
    const isInstalled = (await findProgram(name)) !== undefined;
    const version = isInstalled ? versionIn(await ask(name, argument)) : null;
    return { name, package: debianPackage(name), purpose, isInstalled, version };
  });
  const languages = parseLanguages(await ask('tesseract', '--list-langs'));
  return {
    confinement: confinement.kind,
    confinementProblems: refused.map(
      ({ program, reason }) => `${program} (Debian package ${debianPackage(program)}) ${reason}`,
    ),
    programs: await Promise.all(states),
    languages: [...languages].sort(),
  };
}

/** What is configured and does not work with what is installed. */
export function machineProblems(
  { programs: states, languages }: MachineState,
  { ocrLanguages }: { readonly ocrLanguages: readonly string[] },
): readonly string[] {
  if (ocrLanguages.length === 0) return [];
  if (!states.some(({ name, isInstalled }) => name === 'tesseract' && isInstalled)) {
    return [
      `ocrLanguages is set, and tesseract is not installed (Debian package ${debianPackage('tesseract')})`,
    ];
  }
  const missing = ocrLanguages.filter((language) => !languages.includes(language));
  return missing.map((language) => `ocrLanguages: ${missingLanguage(language)}`);
}

const askMs = 10_000;
const answerBytesMax = 64 * 1024;

/** What a program says, on whichever of its outputs; empty when it is not installed or does not end. */
function answerOf(confinement: Confinement, name: string, argument: string): Promise<Buffer> {
  return withFolder(async (folder) => {
    const program = await findProgram(name);
    if (program === undefined) return Buffer.alloc(0);
    return outputOf({
      command: ['/bin/sh', '-c', '"$0" "$@" 2>&1; true', program, argument],
      folder,
      confinement,
      signal: AbortSignal.timeout(askMs),
      fileBytesMax: answerBytesMax,
      outputBytesMax: answerBytesMax,
    });
  });
}

function versionIn(answer: Buffer): string | null {
  return /\d+(?:\.\d+)+/.exec(answer.toString('utf8'))?.[0] ?? null;
}
