import { Command } from 'commander';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';

test('every command explains itself, with an example, and answers programs too', async () => {
  let shown = '';
  const program = new Command('frankly').exitOverride().configureOutput({ writeOut: (text) => (shown += text) });
  for (const load of Object.values(commands)) (await load()).register(program);

  const explained: string[] = [];
  const explain = (command: Command, words: readonly string[]): void => {
    const path = [...words, command.name()];
    if (command.commands.length > 0) {
      for (const one of command.commands) explain(one, path);
      return;
    }
    shown = '';
    command.outputHelp();
    expect(shown).toContain(`$ npx frankly ${path.join(' ')}`);
    expect(shown).toContain('--json');
    expect(command.description()).not.toBe('');
    explained.push(path.join(' '));
  };
  for (const command of program.commands) explain(command, []);
  expect(explained).toEqual([
    'import responses',
    'query',
    'correct',
    'void',
    'forget',
    'status',
    'rebuild',
    'verify',
    'events',
    'company create',
    'user create',
    'key create',
    'key list',
    'key revoke',
    'domain verify',
  ]);
});
