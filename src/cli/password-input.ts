import { createInterface } from 'node:readline';
import { checkPassword } from '../repository/principals/passwords.ts';
import type { CommandInput } from './command.ts';
import { CommandError, exitCodes } from './exit-codes.ts';

/**
 * The password: from an option, from standard input, or typed twice, as the options say.
 *
 * @throws AppError user.invalid, CommandError without a terminal
 */
export async function readPassword({ options }: CommandInput): Promise<string> {
  const password = await givenPassword(options);
  checkPassword(password);
  return password;
}

async function givenPassword(options: CommandInput['options']): Promise<string> {
  if (typeof options.password === 'string') return options.password;
  if (options.passwordStdin === true) return firstLine(process.stdin);
  if (!process.stdin.isTTY) {
    throw new CommandError(
      'there is no terminal to ask for the password: use --password-stdin',
      exitCodes.usage,
    );
  }
  const password = await askWithoutEcho('Password: ');
  if ((await askWithoutEcho('Again: ')) !== password) {
    throw new CommandError('the two passwords differ');
  }
  return password;
}

/** Without the line break, so that `echo secret |` and `printf secret |` are the same. */
async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) return line;
  return '';
}

const keys = { interrupt: '\u0003', end: '\u0004', backspace: '\b', delete: '\u007f' } as const;

/** Reads a line from the terminal without showing it. */
async function askWithoutEcho(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(prompt);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    // Not the iterator: ending it would close the terminal before the second prompt.
    for (;;) {
      for (const key of await nextKeys(stdin)) {
        if (key === '\r' || key === '\n' || key === keys.end) return typed;
        if (key === keys.interrupt) throw new CommandError('interrupted', exitCodes.interrupted);
        if (key === keys.backspace || key === keys.delete) typed = [...typed].slice(0, -1).join('');
        else typed += key;
      }
    }
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function nextKeys(stdin: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve) => {
    stdin.once('data', (chunk) => resolve(String(chunk)));
    stdin.resume();
  });
}
