import { startEmbedded } from './embedded.ts';

/** Run as a process of its own: `dataDir` -> a message when the server is up; the message `stop` ends it. */
const server = await startEmbedded({ dataDir: process.argv[2]! });
process.once('message', async () => {
  await server.stop();
  process.exit();
});
process.send?.({ adopted: server.adopted });
