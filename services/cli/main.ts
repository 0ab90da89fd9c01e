import { Command, CommanderError } from 'commander';
import { commands } from './commands.ts';
import { exitCodeOf, explain } from './failure.ts';

const program = new Command('frankly')
  .description('Frankly from the command line: bring in history, ask for figures, look after the read models.')
  .version('0.1.0')
  .showHelpAfterError('Say --help after a command to see how it is used.')
  .exitOverride()
  .addHelpText(
    'after',
    `
Begin with:
  $ npx frankly company create --slug acme --name "Acme" --time-zone Europe/Amsterdam
  $ npx frankly import responses answers.csv --company acme --question nps --score Rating --date Day --date-format dd/MM/yyyy
  $ npx frankly query --company acme '{"measure": "summary", "questionType": "nps", "time": {"unit": "year", "value": 1}}'

The data is in ./.data (FRANKLY_DATA), or in your own PostgreSQL (DATABASE_URL). A running server may go on running.`,
  );

try {
  const asked = commands[process.argv[2] ?? ''];
  for (const load of asked ? [asked] : Object.values(commands)) (await load()).register(program);
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.stderr.write(explain(error, process.argv.includes('--json')));
  process.exitCode = exitCodeOf(error);
}
