import type { Command } from 'commander';
import { register as create } from './key-create.ts';
import { register as list } from './key-list.ts';
import { register as revoke } from './key-revoke.ts';

export function register(program: Command): void {
  const key = program.command('key').description('API keys, with which other programs send answers and ask for figures');
  for (const registerOne of [create, list, revoke]) registerOne(key);
}
