// The real program on a log directory. A port of its own, so that tests run beside each other.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const startMilliseconds = 60_000;

export function programPath(): string {
  const path = resolve(root, process.env.SIGHTGLASS_BIN ?? 'build/dev/sightglass');
  if (!existsSync(path)) throw new Error(`${path} is not there: build it, or set SIGHTGLASS_BIN to the program`);
  return path;
}

// An empty folder that goes away with the test's Scratch.
export class Scratch {
  readonly path = mkdtempSync(join(tmpdir(), 'sightglass-e2e-'));

  folder(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  file(name: string, text: string): string {
    writeFileSync(this.folder(name), text);
    return this.folder(name);
  }

  delete(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export interface ServerOptions {
  readonly flags?: readonly string[];
  // To come back at the same address after a stop.
  readonly port?: number;
  // 'graph': on a model file instead of a log directory.
  readonly command?: 'serve' | 'graph';
}

export class ServerProcess {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
  ) {}

  // Resolves when it listens. Its profile stays in `scratch`, so that no test sees what another one noted.
  static async start(
    logs: string,
    scratch: Scratch,
    { flags = [], port = 0, command = 'serve' }: ServerOptions = {},
  ): Promise<ServerProcess> {
    const portFile = scratch.folder(`port-${Math.random().toString(36).slice(2)}`);
    const common = ['--host', '127.0.0.1', '--port', String(port), '--port_file', portFile, '--quiet'];
    const profile = flags.includes('--profile') ? [] : ['--profile', scratch.folder('profile.json')];
    const process = spawn(programPath(), [command, logs, ...common, ...profile, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    process.stderr.on('data', (text: Buffer) => (words += text.toString()));
    const deadline = Date.now() + startMilliseconds;
    while (!existsSync(portFile)) {
      if (process.exitCode !== null || Date.now() > deadline) {
        process.kill('SIGKILL');
        throw new Error(`the program did not start: ${words}`);
      }
      await new Promise((done) => setTimeout(done, 10));
    }
    return new ServerProcess(process, Number(readFileSync(portFile, 'utf8')));
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  // As a crash does: without a farewell.
  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill('SIGKILL');
    await ended;
  }
}
