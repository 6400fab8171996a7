import { spawn } from 'node:child_process'

/** One command of a run: its name in the summary and its words. */
export interface CommandStep {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** The step that has to end before. */
  readonly after?: string
  /** For how many it counts, one when nothing is said: it does so much at once itself. */
  readonly weight?: number
}

export interface StepResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  /** What it printed. */
  readonly output: string
}

/** So many last lines of a failed step are told again below the summary: test runners name their failures at the end. */
const TOLD_AGAIN = 120

/** Runs a command; its output appears whole when it ends, so that steps side by side stay readable. */
export function runStep(step: CommandStep): Promise<StepResult> {
  const started = performance.now()
  const [program, ...words] = step.command
  return new Promise(resolve => {
    const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0' } })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    const end = (ok: boolean): void => {
      const seconds = (performance.now() - started) / 1000
      const text = Buffer.concat(output).toString('utf8')
      process.stdout.write(`\n── ${step.name}: ${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)\n${text}`)
      resolve({ name: step.name, ok, seconds, output: text })
    }
    child.on('error', problem => {
      output.push(Buffer.from(`${problem.message}\n`))
      end(false)
    })
    child.on('close', code => end(code === 0))
  })
}

/** Runs steps side by side, each as soon as its turn comes and what it waits for has ended; says whether all passed. */
export async function runSteps(steps: readonly CommandStep[], atOnce = 2): Promise<boolean> {
  const waiting = [...steps]
  const outcomes: StepResult[] = []
  const ended = (name: string): boolean => outcomes.some(outcome => outcome.name === name)
  const running = new Map<Promise<void>, number>()
  while (waiting.length + running.size > 0) {
    const free = atOnce - [...running.values()].reduce((sum, weight) => sum + weight, 0)
    const next = waiting.findIndex(({ after }) => after === undefined || ended(after))
    // What weighs more than all that may run goes alone.
    const fits = running.size === 0 || (waiting[next]?.weight ?? 1) <= free
    if (next === -1 || !fits) {
      if (running.size === 0) throw new Error(`nothing ends before ${waiting.map(({ name }) => name).join(', ')}`)
      await Promise.race(running.keys())
      continue
    }
    for (const step of waiting.splice(next, 1)) {
      const run = runStep(step).then(outcome => {
        outcomes.push(outcome)
        running.delete(run)
      })
      running.set(run, step.weight ?? 1)
    }
  }
  return told(outcomes)
}

/** Says how it went, the failures last. */
function told(outcomes: readonly StepResult[]): boolean {
  const failed = outcomes.filter(outcome => !outcome.ok)
  for (const { name, output } of failed) {
    console.log(`\n── ${name} FAILED; its last lines again:\n${output.split('\n').slice(-TOLD_AGAIN).join('\n')}`)
  }
  console.log(`\n${outcomes.length - failed.length} passed, ${failed.length} failed`)
  for (const { name } of failed) console.log(`failed: ${name}`)
  return failed.length === 0
}
