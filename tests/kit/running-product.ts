import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const startPatienceMs = 120_000;

/** One process of the real server, started as a user starts it. */
export class ServerProcess {
  readonly url: string;
  readonly #process: ChildProcess;
  #said = '';

  constructor(port: number, env: NodeJS.ProcessEnv, { preload, flags = [] }: StartOptions) {
    this.url = `http://127.0.0.1:${port}`;
    const imports = ['tsx', ...(preload ? [preload] : [])].flatMap((module) => ['--import', module]);
    this.#process = spawn(process.execPath, [...flags, ...imports, 'services/main.ts'], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#said = (this.#said + chunk.toString('utf8')).slice(-20_000);
      });
    }
  }

  get running(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** The last of what it printed. */
  get said(): string {
    return this.#said;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.running) this.#process.kill(signal);
  }

  async ended(): Promise<void> {
    if (this.running) await new Promise((resolve) => this.#process.once('exit', resolve));
  }

  /** @throws when it ends instead of answering. */
  async ready(): Promise<void> {
    for (const deadline = Date.now() + startPatienceMs; Date.now() < deadline; await delay(20)) {
      if (!this.running) throw new Error(`the server ended instead of starting:\n${this.#said}`);
      const answered = await fetch(`${this.url}/healthz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      if (answered?.ok) return;
    }
    throw new Error(`the server did not answer:\n${this.#said}`);
  }
}

interface StartOptions {
  /** A module that is loaded before the server. */
  preload?: string;
  /** Flags for Node. */
  flags?: readonly string[];
  port?: number;
}

/** A data folder of its own with the real server, the command line and the embedded database on it; all gone after `dispose`. */
export class RunningProduct {
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #servers = new Set<ServerProcess>();

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
    const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env;
    this.#env = { ...inherited, FRANKLY_DATA: dataDir, FRANKLY_DEMO: '0', LOG_LEVEL: 'warn' };
  }

  static async create(): Promise<RunningProduct> {
    const product = new RunningProduct(await mkdtemp(path.join(tmpdir(), 'frankly-running-')));
    process.once('exit', () => product.#killAll());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    return product;
  }

  /** Starts a server process, without waiting for it. */
  async launch(options: StartOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(options.port ?? (await freePort()), this.#env, options);
    this.#servers.add(server);
    return server;
  }

  async start(options: StartOptions = {}): Promise<ServerProcess> {
    const server = await this.launch(options);
    await server.ready();
    return server;
  }

  /** `frankly …args`, started and not waited for. */
  command(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, ['services/cli/frankly.js', ...args], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** `frankly …args --json`: its answer and exit code. */
  async run(args: readonly string[]): Promise<{ code: number | null; answer: unknown; stderr: string }> {
    const child = this.command([...args, '--json']);
    const said = { out: '', err: '' };
    child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (said.err += chunk.toString('utf8')));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, answer: said.out === '' ? null : JSON.parse(said.out), stderr: said.err };
  }

  /** @throws when the command fails. */
  async must<T>(args: readonly string[]): Promise<T> {
    const { code, answer, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`frankly ${args.join(' ')} failed (${code}): ${stderr}`);
    return answer as T;
  }

  get databaseUrl(): string {
    const password = fs.readFileSync(path.join(this.dataDir, 'postgres', 'password'), 'utf8');
    const port = fs.readFileSync(path.join(this.dataDir, 'postgres', 'port'), 'utf8').trim();
    return `postgres://frankly:${password}@127.0.0.1:${port}/frankly`;
  }

  /** kill -9 of the database server and every process of it. False when none was running. */
  killDatabase(): boolean {
    const postmaster = this.#postmaster();
    if (postmaster === undefined) return false;
    for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid);
    return true;
  }

  #postmaster(): number | undefined {
    const file = path.join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const pid = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) : Number.NaN;
    return Number.isInteger(pid) && processes().some((one) => one.pid === pid && one.name.includes('postgres')) ? pid : undefined;
  }

  #killAll(): void {
    for (const server of this.#servers) server.signal('SIGKILL');
    this.killDatabase();
  }

  async dispose(): Promise<void> {
    this.#killAll();
    for (const server of this.#servers) await server.ended();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Below the ports that the system lends to outgoing connections, so that it is still free after a restart. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

function processes(): { pid: number; parent: number; name: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, ...name] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), name: name.join(' ') };
  });
}

const childrenOf = (parent: number): number[] => processes().flatMap((one) => (one.parent === parent ? [one.pid] : []));

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
