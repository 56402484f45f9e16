import { Command, InvalidArgumentError, Option } from 'commander';
import { programVersion } from '../base/program.ts';
import { defaultRepository } from '../base/repository-name.ts';
import { configOfRepository, repositoryNames } from '../config/repositories.ts';
import type { Config } from '../config/settings.ts';
import type { CommandRunner } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import {
  addSettingsOptions,
  loadCommandConfig,
  printConfigIfAsked,
  settingsHint,
} from './settings-options.ts';
import { printable, terminal } from './terminal.ts';

/**
 * The command line. Only what is needed to parse it is imported here; a command is loaded when it
 * runs, so that the server does not load code of other commands.
 */
export function createProgram(): Command {
  const program = new Command('cartulary')
    .description('A content repository server.')
    .version(programVersion)
    .exitOverride();
  addSettingsOptions(program);
  addServe(program);
  addImport(program);
  addCheck(program);
  addCollect(program);
  addCopy(program);
  addDoctor(program);
  addNodes(program);
  addUser(program);
  requireCommand(program);
  return program;
}

/** Without a subcommand the error lists the available ones. */
function requireCommand(parent: Command): void {
  // Accepted here, as the action reports them better than the parser of options.
  parent.allowExcessArguments().action((_options, command: Command) => {
    const [unknown] = command.args;
    if (unknown !== undefined) refuseCommand(command, unknown);
    if (printConfigIfAsked(command.optsWithGlobals())) return;
    terminal.printError(command.helpInformation());
    process.exitCode = exitCodes.usage;
  });
}

function refuseCommand(parent: Command, name: string): never {
  const known = parent.commands.map((command) => command.name()).join(', ');
  parent.error(`error: unknown command '${printable(name)}'; there are ${known}`, {
    exitCode: exitCodes.usage,
  });
}

/** Passes the configuration to the command and sets the exit status of the process. */
function run(command: Command, load: () => Promise<CommandRunner>): void {
  command.allowExcessArguments(false).addHelpText('after', settingsHint);
  command.action(async (...values: unknown[]) => {
    const options = command.optsWithGlobals();
    if (printConfigIfAsked(options)) return;
    const { config: serverConfig } = loadCommandConfig(options);
    const { repository = defaultRepository } = command.opts<{ repository?: string }>();
    const config = configOfRepository(serverConfig, repository);
    if (!config) refuseRepository(command, repository, serverConfig);
    const args = values.filter((value) => typeof value === 'string');
    const input = { config, repository, serverConfig, args, options: command.opts() };
    process.exitCode = await (await load())(input);
  });
}

function refuseRepository(command: Command, name: string, config: Config): never {
  const known = repositoryNames(config).join(', ');
  command.error(
    `error: option '--repository ${printable(name)}': there is no such repository; there are ${known}`,
    { exitCode: exitCodes.usage },
  );
}

function takesRepository(command: Command): Command {
  return command.option('--repository <name>', 'repository to work on', defaultRepository);
}

function addServe(program: Command): void {
  const command = program.command('serve').description('run the server');
  run(command, async () => (await import('./serve.ts')).serve);
}

function addImport(program: Command): void {
  const command = program
    .command('import')
    .description(
      'load a folder, or an archive of Document.Export, with everything in it; run again to continue',
    )
    .argument('<folder>', 'folder or archive to load')
    .requiredOption('--to <path>', 'document below which everything is created')
    .option('--as <user>', 'who creates the documents', 'Administrator')
    .option('--concurrency <files>', 'files taken in at a time, 1 to 64', concurrency, 8)
    .option(
      '--type <type>',
      'document type for files, in place of those that follow from the names',
    )
    .option('--folder-type <type>', 'document type for folders, in place of Folder')
    .option('--keep-dates', 'documents get the dates of their files')
    .option('--metadata', 'take types and properties from files of metadata beside the files')
    .option('--dry-run', 'only check everything and say what would be done');
  run(takesRepository(command), async () => (await import('./import.ts')).importCommand);
}

function addCheck(program: Command): void {
  const command = program
    .command('check')
    .description('verify that the store is sound; changes nothing')
    .option('--fast', 'do not read the content of files again');
  run(takesRepository(command), async () => (await import('./check.ts')).check);
}

function addCollect(program: Command): void {
  const command = program
    .command('collect')
    .description('remove contents that no document, lease or upload names')
    .option('--dry-run', 'only say what would be removed')
    .option('--records', 'also contents in the folder of records');
  run(takesRepository(command), async () => (await import('./collect.ts')).collect);
}

function addCopy(program: Command): void {
  const command = program
    .command('copy')
    .description('copy the store, which is stopped, to another place; run again to continue')
    .requiredOption('--to <file>', 'configuration file of the target')
    .option('--fast', 'do not read the content of files again when the target is checked')
    .option('--leave-damaged', 'complete the target though contents are damaged in the source');
  run(command, async () => (await import('./copy.ts')).copy);
}

function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'say which programs and versions the machine has, and what lacks; changes nothing',
    );
  run(takesRepository(command), async () => (await import('./doctor.ts')).doctor);
}

function addNodes(program: Command): void {
  const command = program
    .command('nodes')
    .description('list the servers that share the store; changes nothing');
  run(command, async () => (await import('./nodes.ts')).nodesCommand);
}

function addUser(program: Command): void {
  const user = program.command('user').description('add, list and remove users, set passwords');
  const load = async () => import('./user.ts');
  const add = user
    .command('add')
    .description('add a user; asks for the password when none is given')
    .argument('<name>', 'name the user signs in with')
    .option('--group <group>', 'group the user belongs to; may be repeated', repeated)
    .option('--email <address>', 'address for mail')
    .option('--first-name <name>', 'first name')
    .option('--last-name <name>', 'last name')
    .option('--company <name>', 'company the user works for');
  run(addPasswordOptions(add), async () => (await load()).addUser);
  const list = user.command('list').description('list all users with their groups');
  run(list, async () => (await load()).listAllUsers);
  const password = user
    .command('password')
    .description('set the password of a user; asks for it when none is given')
    .argument('<name>', 'name the user signs in with');
  run(addPasswordOptions(password), async () => (await load()).setPassword);
  const remove = user
    .command('remove')
    .description('remove a user')
    .argument('<name>', 'name the user signs in with');
  run(remove, async () => (await load()).removeUserCommand);
  requireCommand(user);
}

function addPasswordOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--password <password>', 'visible to others on this machine').conflicts(
        'passwordStdin',
      ),
    )
    .option('--password-stdin', 'read the password from the first line of standard input');
}

function repeated(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function concurrency(value: string): number {
  const files = Number(value);
  if (Number.isInteger(files) && files >= 1 && files <= 64) return files;
  throw new InvalidArgumentError('It must be a whole number from 1 to 64.');
}
