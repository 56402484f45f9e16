import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programVariable } from './program-variable.ts';

export const sourceFile = join(import.meta.dirname, '../../src/main.ts');
/** Bundled, unless this is not a test. */
export const programFile = process.env[programVariable] ?? sourceFile;

export const administrator = `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}`;

export interface ChildServerOptions {
  readonly data: string;
  readonly databaseUrl?: string | undefined;
  readonly recordsFolder?: string | undefined;
  /** Bytes that any file may have, as a system sets it with `ulimit -f`. */
  readonly fileSizeMax?: number;
  /** In the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The real program as a process of its own, which can be killed at any moment. */
export class ChildServer {
  readonly process: ChildProcess;
  /** Of the context path, once it listens; rejects when the process ends before. */
  readonly url: Promise<string>;
  readonly #output: string[] = [];

  constructor(options: ChildServerOptions) {
    this.process = start(options, ['serve', '--port', '0']);
    this.url = this.#findUrl();
    this.url.catch(() => undefined);
  }

  get output(): string {
    return this.#output.join('\n');
  }

  /** Ends it as a power failure would end it: nothing of its own runs any more. */
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const end = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await end;
  }

  /** Returns the exit status. */
  async stop(): Promise<number | null> {
    const end = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    const [status] = await end;
    return status as number | null;
  }

  async #findUrl(): Promise<string> {
    this.process.stderr?.on('data', (chunk) => this.#output.push(String(chunk)));
    const lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream });
    return new Promise((resolve, reject) => {
      lines.on('line', (line) => {
        this.#output.push(line);
        const url = /listening on (http\S+?)\/?"/.exec(line)?.[1];
        if (url) resolve(url);
      });
      this.process.once('exit', () => reject(new Error(`the server ended: ${this.output}`)));
    });
  }
}

/** A request of the Administrator: `GET /api/v1/…`. */
export async function sendTo(server: ChildServer, line: string, body?: object): Promise<Response> {
  const [method = '', path = ''] = line.split(' ');
  return fetch(`${await server.url}${path}`, {
    method,
    headers: { authorization: administrator, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function start(options: ChildServerOptions, args: readonly string[]): ChildProcess {
  const { data, databaseUrl, recordsFolder, fileSizeMax, settings } = options;
  const environment = { ...process.env, CARTULARY_DATA: data, CARTULARY_LOG_LEVEL: 'info' };
  const env = {
    ...environment,
    ...settings,
    ...(databaseUrl && { CARTULARY_DATABASE_URL: databaseUrl }),
    ...(recordsFolder && { CARTULARY_RECORDS_FOLDER: recordsFolder }),
  };
  const command = [process.execPath, programFile, ...args];
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  if (fileSizeMax === undefined) {
    return spawn(process.execPath, command.slice(1), { env, stdio: [...stdio] });
  }
  const script = `ulimit -f ${Math.ceil(fileSizeMax / 512)}; exec "$@"`;
  return spawn('sh', ['-c', script, 'sh', ...command], { env, stdio: [...stdio] });
}

/** `cartulary check`: its exit status and what it printed. */
export function runCheck(
  options: ChildServerOptions,
): Promise<{ status: number | null; text: string }> {
  return runCommand(options, ['check']);
}

/** Any command: its exit status and what it printed. */
export async function runCommand(
  options: ChildServerOptions,
  args: readonly string[],
): Promise<{ status: number | null; text: string }> {
  const child = start(options, args);
  const parts: string[] = [];
  child.stdout?.on('data', (chunk) => parts.push(String(chunk)));
  child.stderr?.on('data', (chunk) => parts.push(String(chunk)));
  const [status] = await once(child, 'close');
  return { status: status as number | null, text: parts.join('') };
}
