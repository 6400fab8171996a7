import { spawn } from 'node:child_process'

/** One command of a run: its name in the summary and its words. */
export interface CommandStep {
  readonly name: string
  readonly command: readonly [string, ...string[]]
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

/** Runs queues side by side, the steps of a queue one after another, and says whether all passed. */
export async function runSteps(queues: readonly (readonly CommandStep[])[]): Promise<boolean> {
  const outcomes = await Promise.all(
    queues.map(async queue => {
      const done: StepResult[] = []
      for (const step of queue) done.push(await runStep(step))
      return done
    }),
  )
  const failed = outcomes.flat().filter(outcome => !outcome.ok)
  const passed = outcomes.flat().length - failed.length
  for (const { name, output } of failed) {
    console.log(`\n── ${name} FAILED; its last lines again:\n${output.split('\n').slice(-TOLD_AGAIN).join('\n')}`)
  }
  console.log(`\n${passed} passed, ${failed.length} failed`)
  for (const { name } of failed) console.log(`failed: ${name}`)
  return failed.length === 0
}
