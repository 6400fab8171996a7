import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { restartCode, supervised } from './process/restart.ts'

/** What `npm start` runs: the server as a process below this one, which starts it anew when it asks for that. */
let server: ChildProcess

const start = (): void => {
  server = fork(join(import.meta.dirname, 'main.ts'), process.argv.slice(2), { env: { ...process.env, [supervised]: '1' } })
  server.on('exit', (code, signal) => {
    if (code === restartCode) start()
    else process.exit(signal ? 1 : (code ?? 1))
  })
}

process.on('SIGTERM', () => server.kill('SIGTERM'))
// A terminal sends it to both; what is no terminal sends it to this one alone.
process.on('SIGINT', () => {
  if (!process.stdin.isTTY) server.kill('SIGINT')
})
start()
