import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Resources that go when this process dies, however that happens. */
export interface DeathWatch {
  /** Ends a process that we started, or the group of that number below zero. */
  process(pid: number): void
  /** That process has ended: its number may be another's soon. */
  over(pid: number): void
  /** Ends the PostgreSQL of a cluster, if one runs by then. */
  cluster(folder: string): void
  /** Removes a folder. */
  folder(path: string): void
  /** Ends the watch: nothing is left to clear. */
  close(): void
}

/**
 * Starts a small process that hears when we are gone, a `kill -9` included, and clears what we left: a test run that is cut short leaves
 * nothing behind. For scratch data alone: a server's own PostgreSQL outlives it on purpose.
 */
export const startDeathWatch = (): DeathWatch => {
  const watcher = spawn(process.execPath, [join(import.meta.dirname, 'deathWatcher.ts')], {
    // A group of its own: Ctrl+C reaches us, and it hears of that by our end.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  const { stdin } = watcher
  stdin.on('error', () => undefined)
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  const tell = (word: string, what: string | number): void => void stdin.write(`${word} ${what}\n`)
  return {
    process: pid => tell('process', pid),
    over: pid => tell('over', pid),
    cluster: folder => tell('cluster', folder),
    folder: path => tell('folder', path),
    close: () => void stdin.end('forget all\n'),
  }
}
