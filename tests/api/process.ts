import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder of a test's own, which the unprivileged user of PostgreSQL can enter. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'retaguarda-processo-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The server as its own process. */
export interface ServerProcess {
  readonly address: string
  readonly child: ChildProcess
  readonly output: string
  /** Ends it and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the API over a data folder; rejects with what it printed when it ends before it is ready. */
export const startProcess = (
  folder: string,
  args: readonly string[] = ['--no-pages'],
  env: Record<string, string> = {},
): Promise<ServerProcess> =>
  new Promise((done, failed) => {
    const child = spawn(process.execPath, ['src/server/main.ts', ...args], {
      env: {
        ...process.env,
        DATABASE_URL: '',
        LOG_LEVEL: 'warn',
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(folder, 'data'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const end = (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> =>
      new Promise(ended => {
        if (child.exitCode !== null || child.signalCode !== null) return ended(child.exitCode)
        child.once('exit', code => ended(code))
        child.kill(signal)
      })
    const hear = (chunk: Buffer): void => {
      output += chunk.toString()
      const address = /Retaguarda: (http:\S+)/.exec(output)?.[1]
      if (address)
        done({
          address,
          child,
          get output() {
            return output
          },
          end,
        })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => failed(new Error(output)))
  })

/** Calls the API of a running server. */
export const apiClient =
  (address: () => string) =>
  async (method: string, path: string, token?: string, body?: object): Promise<{ status: number; body: unknown }> => {
    const headers = { ...(token ? { authorization: token } : {}), ...(body ? { 'content-type': 'application/json' } : {}) }
    const reply = await fetch(`${address()}/api/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })
