import { createLog } from '@frankly/infra/logging/log';
import { startServer, welcome } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';

const log = createLog({ level: process.env['LOG_LEVEL'] ?? (process.env['NODE_ENV'] === 'production' ? 'info' : 'warn') });

try {
  const settings = readSettings(process.env);
  const server = await startServer(settings, log);
  console.log(welcome(server.url, settings));

  let stopping = false;
  const stop = async (signal: string) => {
    // A second signal means now.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', (signal) => void stop(signal));
  process.on('SIGTERM', (signal) => void stop(signal));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
