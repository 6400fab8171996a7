import { join } from 'node:path'
import { type RunRecord, readRunRecord } from './runRecord.ts'
import { isStopped, runCommand } from './stepProcess.ts'
import type { TestStep } from './steps.ts'

/** How a step went; moments in milliseconds of the epoch. */
export interface StepOutcome {
  readonly step: string
  readonly round: number
  readonly ok: boolean
  readonly started: number
  readonly ended: number
  readonly output: string
  readonly processorSeconds?: number
  /** The record of its tests, where it has some. */
  readonly record?: RunRecord
}

export interface RoundOptions {
  /** How much may run at once, in the steps' weights. */
  readonly room: number
  readonly round: number
  /** Where the round's report lies. */
  readonly folder: string
  /** Told as each step ends. */
  ended(outcome: StepOutcome, step: TestStep): void
}

/** Runs steps side by side, each as soon as its turn comes and what it waits for has ended; a failure stops nobody. */
export async function runSteps(steps: readonly TestStep[], options: RoundOptions): Promise<StepOutcome[]> {
  const waiting = [...steps]
  const outcomes: StepOutcome[] = []
  const running = new Map<Promise<void>, number>()
  const names = new Set(steps.map(({ name }) => name))
  const ended = (name: string): boolean => outcomes.some(({ step }) => step === name)
  const isDue = ({ after, behind }: TestStep): boolean =>
    (after === undefined || ended(after)) && (behind === undefined || !names.has(behind) || ended(behind))
  while (waiting.length + running.size > 0) {
    if (isStopped()) waiting.length = 0
    const free = options.room - [...running.values()].reduce((sum, weight) => sum + weight, 0)
    const next = waiting.findIndex(isDue)
    const [step] = next === -1 ? [] : waiting.slice(next, next + 1)
    // A step that weighs more than all that may run goes alone.
    const fits = step !== undefined && (running.size === 0 || (step.weight ?? 1) <= free)
    if (!fits) {
      if (running.size === 0 && waiting.length > 0)
        throw new Error(`nothing ends before ${waiting.map(({ name }) => name).join(', ')}`)
      await Promise.race(running.keys())
      continue
    }
    waiting.splice(next, 1)
    const run = runStep(step, options).then(outcome => {
      outcomes.push(outcome)
      running.delete(run)
      options.ended(outcome, step)
    })
    running.set(run, step.weight ?? 1)
  }
  return outcomes
}

async function runStep({ name, command, tests }: TestStep, { round, folder }: RoundOptions): Promise<StepOutcome> {
  const started = Date.now()
  const path = join(folder, `${name}.json`)
  const end = await runCommand(command, tests ? { VITEST_RECORD: path, VITEST_REPORT: folder } : {})
  const record = tests ? readRunRecord(path) : undefined
  return { step: name, round, started, ended: Date.now(), ...end, ...(record ? { record } : {}) }
}
