/** Where commands write: results to standard output, all else to standard error. */
export interface Terminal {
  print(line: string): void;
  printError(line: string): void;
}

export const terminal: Terminal = {
  print: (line) => {
    process.stdout.write(`${line}\n`);
  },
  printError: (line) => {
    process.stderr.write(`${line}\n`);
  },
};

/** Text of others — file names, stored values — must not move the cursor or change colours. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
