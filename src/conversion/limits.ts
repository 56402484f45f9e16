/** Bounds of the work on one file. */
export const conversionLimits = {
  /** Bytes of a file; of larger ones nothing is made. */
  inputBytesMax: 128 * 1024 * 1024,
  /** Of a video, of which a copy is needed while its picture is taken. */
  videoBytesMax: 1024 * 1024 * 1024,
  outputBytesMax: 16 * 1024 * 1024,
  /** Of a picture, as its head declares them. */
  pixelsMax: 150_000_000,
  /** Of the page of a PDF once it is drawn. */
  pagePixelsMax: 4_000_000,
  /** Bytes of a text of which its page is drawn. */
  textBytesMax: 64 * 1024,
  timeMs: 30_000,
  /** Memory of a process, in total. */
  memoryBytesMax: 768 * 1024 * 1024,
  /** Megabytes of it for the heap of V8; contents of files and pictures are outside. */
  heapMb: 128,
  /** A process is replaced after so many files: native code may lose memory with each. */
  filesPerProcessMax: 200,
  /** Without a file a process ends after that time. */
  idleMs: 10_000,
} as const;

/** Bounds of a conversion that a request or a job asks for, in a folder of its own. */
export const workLimits = {
  timeMs: 120_000,
  /** Of processor time, for each process. */
  cpuSeconds: 120,
  memoryBytesMax: 1024 * 1024 * 1024,
  /** Megabytes of it for the heap of V8: a PDF is there as objects. */
  heapMb: 512,
  /** Of all files that it reads. */
  inputBytesMax: 1024 * 1024 * 1024,
  /** Of all files that it makes. */
  outputBytesMax: 1024 * 1024 * 1024,
  /** Of what its processes write to their standard output. */
  replyBytesMax: 16 * 1024 * 1024,
  /** Others that wait for their turn. */
  waitingMax: 200,
} as const;

/** Of a process; tests have smaller ones. */
export type ProcessLimits = Partial<
  Record<'timeMs' | 'idleMs' | 'memoryBytesMax' | 'filesPerProcessMax', number>
>;
