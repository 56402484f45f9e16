import { z } from 'zod';
import { describeIssue } from '../../base/errors/problem-list.ts';
import { readJsonFile } from '../../base/json-file.ts';
import defaultFile from '../../model/data/default-schedules.json' with { type: 'json' };
import { parseCronExpression } from './cron-expression.ts';
import { type Schedule, type ScheduledOperation, scheduledOperationKind } from './schedule.ts';

const schedulesMax = 1_000;
const jsonObject = z.record(z.string(), z.unknown());
const name = z.string().min(1).max(200);

/** A schedule of a file: a new one, or what it changes of an earlier one with that id. */
const entrySchema = z.strictObject({
  id: z.string().regex(/^[\w.:-]{1,100}$/, 'use 1 to 100 letters, digits and . : _ -'),
  eventId: name.optional(),
  eventCategory: name.nullable().optional(),
  cronExpression: z.string().max(500).optional(),
  timeZone: name.nullable().optional(),
  username: name.optional(),
  isEnabled: z.boolean().optional(),
  operation: name.optional(),
  input: z.unknown().optional(),
  params: jsonObject.optional(),
  context: jsonObject.optional(),
});

const fileSchema = z.strictObject({ schedules: z.array(entrySchema).max(schedulesMax) });

type Entry = z.infer<typeof entrySchema>;

/** A schedule before its expression is read. */
type Definition = Omit<Schedule, 'expression'> & {
  readonly isEnabled: boolean;
  /** Names the file and the schedule in messages. */
  readonly source: string;
};

interface LoadedSchedules {
  /** The enabled ones, by id. */
  readonly schedules: readonly Schedule[];
  readonly problems: readonly string[];
}

interface LoadOptions {
  readonly files: readonly string[];
  /** Kinds whose work is turned off by other settings: their schedules are disabled. */
  readonly idleKinds?: ReadonlySet<string>;
}

/** The schedules of the server and of configured files. Later files change earlier schedules. */
export async function loadSchedules({
  files,
  idleKinds = new Set(),
}: LoadOptions): Promise<LoadedSchedules> {
  const problems: string[] = [];
  const definitions = new Map(defaultDefinitions().map((each) => [each.id, each]));
  for (const path of files) {
    for (const entry of await readEntries(path, problems)) {
      const source = `scheduleFiles, ${path}: schedule ${entry.id}`;
      const merged = merge(definitions.get(entry.id), entry, source);
      if (typeof merged === 'string') problems.push(`${source}: ${merged}`);
      else definitions.set(entry.id, merged);
    }
  }
  const enabled = [...definitions.values()]
    .filter(({ isEnabled, kind }) => isEnabled && !idleKinds.has(kind))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { schedules: enabled.flatMap((each) => withExpression(each, problems)), problems };
}

function defaultDefinitions(): readonly Definition[] {
  return defaultFile.schedules.map((each) => ({
    id: each.id,
    eventId: each.eventId,
    eventCategory: 'eventCategory' in each ? each.eventCategory : null,
    cronExpression: each.cronExpression,
    timeZone: null,
    username: null,
    kind: each.work,
    operation: null,
    isEnabled: true,
    source: `schedule ${each.id}`,
  }));
}

async function readEntries(path: string, problems: string[]): Promise<readonly Entry[]> {
  try {
    const parsed = fileSchema.safeParse(await readJsonFile(path));
    if (parsed.success) return parsed.data.schedules;
    problems.push(
      ...parsed.error.issues.map((issue) => `scheduleFiles, ${path}: ${describeIssue(issue)}`),
    );
  } catch (error) {
    problems.push(`scheduleFiles, ${path}: ${reasonOf(error)}`);
  }
  return [];
}

/** What is wrong, if it is a text. */
function merge(earlier: Definition | undefined, entry: Entry, source: string): Definition | string {
  const operation = operationOf(earlier, entry);
  const { cronExpression = earlier?.cronExpression } = entry;
  const username = entry.username ?? (operation === null ? null : (earlier?.username ?? null));
  if (cronExpression === undefined) return 'cronExpression: write when it runs';
  if (operation === null && earlier === undefined) return 'operation: name an operation or chain';
  if (operation === null && username !== null) {
    return 'username: the schedule is work of the server itself, which has no user';
  }
  if (operation !== null && username === null) return 'username: name the user for whom it runs';
  return {
    id: entry.id,
    eventId: entry.eventId ?? earlier?.eventId ?? operation?.operation ?? entry.id,
    eventCategory: entry.eventCategory ?? earlier?.eventCategory ?? null,
    cronExpression,
    timeZone: entry.timeZone === undefined ? (earlier?.timeZone ?? null) : entry.timeZone,
    username,
    kind: operation === null ? (earlier?.kind ?? '') : scheduledOperationKind,
    operation,
    isEnabled: entry.isEnabled ?? earlier?.isEnabled ?? true,
    source,
  };
}

function operationOf(earlier: Definition | undefined, entry: Entry): ScheduledOperation | null {
  const known = earlier?.operation ?? null;
  const operation = entry.operation ?? known?.operation;
  if (operation === undefined) return null;
  return {
    operation,
    input: entry.input === undefined ? (known?.input ?? null) : entry.input,
    params: entry.params ?? known?.params ?? {},
    context: entry.context ?? known?.context ?? {},
  };
}

function withExpression(definition: Definition, problems: string[]): readonly Schedule[] {
  const { isEnabled: _isEnabled, source, ...schedule } = definition;
  try {
    const expression = parseCronExpression(schedule.cronExpression, schedule.timeZone);
    return [{ ...schedule, expression }];
  } catch (error) {
    const { cronExpression, timeZone } = schedule;
    const zone = timeZone === null ? '' : `, timeZone ${timeZone}`;
    problems.push(`${source}: cronExpression ${cronExpression}${zone}: ${reasonOf(error)}`);
    return [];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
