/** Where a task finds the files and puts what it makes. */
export interface TaskFolder {
  readonly inputs: readonly string[];
  readonly out: string;
}
