import { type ChildProcess, spawn } from 'node:child_process';
import { loadConfig } from '../../src/config/load.ts';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { type OpenedStore, openStore } from '../../src/store.ts';
import { programFile, sourceFile } from './child-server.ts';
import { createStorePlace } from './engines.ts';
import type { StoreState } from './template-stores.ts';

export interface CliOutcome {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; none is like a closed one. */
  readonly input?: string;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
  /** The sources instead of the bundle. */
  readonly isSource?: boolean;
  /** Bytes that any file may have, as a system sets it with `ulimit -f`. */
  readonly fileSizeMax?: number;
}

/** The real program as a process of its own, under the Node that runs the tests. */
export class CliProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<CliOutcome>;
  stdout = '';
  stderr = '';

  constructor(cwd: string, args: readonly string[], options: CliOptions = {}) {
    const { env = {}, input, nodeOptions = [], isSource = false, fileSizeMax } = options;
    const file = isSource ? sourceFile : programFile;
    const command = [process.execPath, ...nodeOptions, file, ...args] as const;
    const [program, ...rest] = fileSizeMax === undefined ? command : limited(command, fileSizeMax);
    this.child = spawn(program, rest, {
      cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    this.child.stdin?.end(input ?? '');
    this.ended = new Promise((done) => {
      this.child.on('close', (code) => {
        done({ code, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Waits until standard output matches, and returns the match. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    let hasEnded = false;
    void this.ended.then(() => {
      hasEnded = true;
    });
    for (;;) {
      const match = pattern.exec(this.stdout);
      if (match) return match;
      if (hasEnded) throw new Error(`ended without ${pattern}: ${this.stdout}${this.stderr}`);
      await new Promise((next) => setTimeout(next, 10));
    }
  }
}

function limited(command: readonly string[], fileSizeMax: number) {
  const script = `ulimit -f ${Math.ceil(fileSizeMax / 512)}; exec "$@"`;
  return ['sh', '-c', script, 'sh', ...command] as const;
}

/** A store of its own in a folder of its own, and the program to work on it. */
export interface CliStore {
  /** Where the program runs; the store is in `data` below it. */
  readonly folder: string;
  /** What tells the program where the store is. */
  readonly env: Readonly<Record<string, string>>;
  run(args: readonly string[], options?: CliOptions): Promise<CliOutcome>;
  start(args: readonly string[], options?: CliOptions): CliProcess;
  /** The store from inside; nothing else is told to close it. */
  withStore<T>(work: (store: OpenedStore) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** With the default state, the first command gives it its initial content. */
export async function createCliStore(
  engine: EngineName,
  state: StoreState = 'migrated',
): Promise<CliStore> {
  const { folder, data, databaseUrl, remove } = await createStorePlace(engine, state);
  const env = {
    CARTULARY_DATA: data,
    ...(databaseUrl ? { CARTULARY_DATABASE_URL: databaseUrl } : {}),
  };
  const start = (args: readonly string[], options: CliOptions = {}): CliProcess =>
    new CliProcess(folder, args, { ...options, env: { ...env, ...options.env } });
  return {
    folder,
    env,
    start,
    run: (args, options) => start(args, options).ended,
    withStore: async (work) => {
      const store = await openStore(loadConfig({ environment: env, flags: {} }).config);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    close: remove,
  };
}
