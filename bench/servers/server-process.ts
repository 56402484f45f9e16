import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type { LongestTurn } from './loop-watch.ts';

const loopWatch = pathToFileURL(join(import.meta.dirname, 'loop-watch.ts')).href;

/** A measured server, in a separate process. */
export class ServerProcess {
  readonly port: number;
  /** From the start of the process to its first response, with any status. */
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { port, startMs }: { port: number; startMs: number }) {
    this.#child = child;
    this.port = port;
    this.startMs = startMs;
  }

  /**
   * @param script path of the program and its arguments; `{port}` is replaced
   * @param probe path that is requested until it is answered
   */
  static async start(
    script: readonly string[],
    probe: string,
    { watchesLoop = false }: { readonly watchesLoop?: boolean } = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const args = script.map((argument) => argument.replace('{port}', String(port)));
    const startedAt = performance.now();
    const child = watchesLoop
      ? spawn(process.execPath, ['--import', loopWatch, ...args], {
          stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        })
      : spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const stderr: string[] = [];
    child.stderr?.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    while (!(await answers(port, probe))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`${args.join(' ')} ended: ${stderr.join('')}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return new ServerProcess(child, { port, startMs: performance.now() - startedAt });
  }

  /** Bytes of memory in use by the process, shared pages included; undefined where not known. */
  async residentBytes(): Promise<number | undefined> {
    try {
      const status = await readFile(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    } catch {
      return undefined;
    }
  }

  /** Processor time of the process and of those it has started, in seconds; on Linux. */
  async cpuSeconds(): Promise<number> {
    const stats = await Promise.all((await readdir('/proc')).filter(isProcess).map(statOf));
    const own = new Set([this.#child.pid]);
    // A process is started after its parent, and so has a higher number.
    for (const { pid, parent } of stats) if (own.has(parent)) own.add(pid);
    const ticks = stats.filter(({ pid }) => own.has(pid)).map((each) => each.ticks);
    return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
  }

  /** Of a server that watches its loop: its longest turn since the last call. */
  async takeLongestTurn(): Promise<LongestTurn> {
    const answer = once(this.#child, 'message');
    this.#child.send('take');
    const [turn] = (await answer) as [LongestTurn];
    return turn;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }
}

const ticksPerSecond = 100;

function isProcess(name: string): boolean {
  return /^\d+$/.test(name);
}

interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

async function statOf(pid: string): Promise<ProcessStat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // What follows the name of the program, which may have spaces.
  const [, parent, , , , , , , , , , user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ');
  return {
    pid: Number(pid),
    parent: Number(parent),
    ticks: Number(user ?? 0) + Number(system ?? 0),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Sockets rather than fetch, whose own start would be part of the measurement. */
function answers(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}
