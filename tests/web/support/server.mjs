// SPDX-License-Identifier: MIT
/* A server of the real program, on loopback, with a data folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(process.env.BUILD ?? 'build', 'rookery');
const START_TIME = 30_000;

/** Starts a process; resolves with it and what it printed up to the line that says that it is ready. */
function launch(listen, data, options) {
  const child = spawn(program, ['serve', '--listen', listen, '--data', data, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let output = '';
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new Error(`the server did not start:\n${output}`));
    };
    const timer = setTimeout(giveUp, START_TIME);
    const read = chunk => {
      output += chunk;
      if (!/listening on http/.test(output) || !/ serves .* at /.test(output)) return;
      clearTimeout(timer);
      resolve({ child, output });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', code => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

const ended = child => new Promise(resolve => (child.exitCode !== null || child.signalCode ? resolve() : child.once('exit', resolve)));

export class Server {
  /** Starts a server on a free port. */
  static async start(...options) {
    const server = new Server();
    server.options = options;
    server.data = mkdtempSync(join(tmpdir(), 'rookery-web-'));
    await server.launch('127.0.0.1:0');
    return server;
  }

  async launch(listen) {
    const { child, output } = await launch(listen, this.data, this.options);
    this.child = child;
    this.output = output;
    this.url = /listening on (http:\/\/[\d.]+:\d+)/.exec(output)[1];
    this.setupLink = /open (http:\S+\/setup\?code=\S+)/.exec(output)?.[1] ?? null;
  }

  /** Kills the process without a warning, as a power failure would. */
  async kill() {
    this.child.kill('SIGKILL');
    await ended(this.child);
  }

  /** Starts it again at the same address. */
  async restart() {
    await this.launch(new URL(this.url).host);
  }

  async stop() {
    this.child.kill('SIGTERM');
    await ended(this.child);
    rmSync(this.data, { recursive: true, force: true });
  }
}
