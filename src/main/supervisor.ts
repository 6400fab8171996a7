import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Beat } from '../server/process/heartbeat.ts'
import { beatSeconds, LoopWatch } from '../server/process/loopWatch.ts'
import { restartCode, supervised } from '../server/process/restart.ts'
import { watchLimits } from '../server/settings.ts'

/**
 * Runs `npm start`: the server as a process below this one, which starts it anew when it asks for that, and when it does not answer any more: work
 * that holds its one thread up is told in the log, and ended in the end.
 */
let server: ChildProcess
let watch: LoopWatch
let isEnding = false
const limits = watchLimits()

const start = (): void => {
  const started = fork(join(import.meta.dirname, 'server.ts'), process.argv.slice(2), {
    env: { ...process.env, [supervised]: '1' },
  })
  let isEnded = false
  const watching = new LoopWatch(limits, {
    tellSilence: (seconds, calls) =>
      void tell('warn', { seconds, calls }, 'the server does not answer: something holds its thread up'),
    end: (seconds, calls) => {
      isEnded = true
      started.kill('SIGKILL')
      void tell(
        'error',
        { seconds, calls },
        isEnding ? 'the server did not end, and was killed' : 'the server was killed, and starts anew',
      )
    },
  })
  started.on('message', (beat: Beat) => watching.hear(beat.calls))
  started.on('exit', (code, signal) => {
    if (code === restartCode || (isEnded && !isEnding)) start()
    else process.exit(signal ? 1 : (code ?? 1))
  })
  server = started
  watch = watching
}

/** Only who has something to tell loads what tells it. */
async function tell(level: 'warn' | 'error', what: object, text: string): Promise<void> {
  const { createLogger } = await import('../server/http/log/logger.ts')
  createLogger()[level](what, text)
}

/** Hands a signal on. It is heard whatever the server does: in the end, there is one that needs no hearing. */
const endBy = (signal: NodeJS.Signals, isHandedOn = true): void => {
  isEnding = true
  watch.expectEnd()
  if (isHandedOn) server.kill(signal)
}

process.on('SIGTERM', () => endBy('SIGTERM'))
// A terminal sends it to both; what is no terminal sends it to this one alone.
process.on('SIGINT', () => endBy('SIGINT', !process.stdin.isTTY))
start()
const every = beatSeconds(limits)
setInterval(() => watch.look(every), every * 1000)
