import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { performance } from 'node:perf_hooks';

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
  static async start(script: readonly string[], probe: string): Promise<ServerProcess> {
    const port = await freePort();
    const args = script.map((argument) => argument.replace('{port}', String(port)));
    const startedAt = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
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

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }
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
