import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that still run; on Linux. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => {
      const status = read(`/proc/${each}/status`);
      return status.includes(`\nPPid:\t${pid}\n`) && !/\nState:\s+[ZX]/.test(status);
    });
}

export interface ProcessFacts {
  /** Memory in use at its highest; 0 when the process has ended. */
  readonly peakBytes: number;
  readonly environment: string;
}

export function memoryOf(pid: number): ProcessFacts {
  const kilobytes = /\nVmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? '0';
  return { peakBytes: Number(kilobytes) * 1024, environment: read(`/proc/${pid}/environ`) };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
