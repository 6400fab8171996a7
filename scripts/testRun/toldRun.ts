import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { BusyCores } from './busyCores.ts'
import { failureReport } from './failureReport.ts'
import { lanesOf } from './runLanes.ts'
import { duration, runPicture, runText } from './runPicture.ts'
import type { FailureRecord } from './runRecord.ts'
import type { StepOutcome } from './runSteps.ts'
import type { TestStep } from './steps.ts'

/** A step as it ends: its line, and what it printed where somebody wants to read that. */
export function toldStep(
  { ok, started, ended, output, processorSeconds, record }: StepOutcome,
  { name, quiet }: TestStep,
): string {
  const processor = processorSeconds === undefined ? '' : `, ${processorSeconds.toFixed(1)} s of processor`
  const skipped = sumOf(record, 'skipped')
  const tests = record
    ? `, ${sumOf(record, 'passed') + sumOf(record, 'failed')} tests${skipped > 0 ? ` and ${skipped} skipped` : ''}`
    : ''
  const head = `── ${name}: ${ok ? 'ok' : 'FAILED'} (${((ended - started) / 1000).toFixed(1)} s${processor}${tests})`
  return `\n${head}\n${ok && quiet ? '' : output}`
}

const sumOf = (record: StepOutcome['record'], state: 'passed' | 'failed' | 'skipped'): number =>
  (record?.files ?? []).reduce((sum, file) => sum + file[state], 0)

/** Writes the picture of a round, as an SVG and as text; the answer says where it is. */
export function pictureRound(
  outcomes: readonly StepOutcome[],
  load: readonly BusyCores[],
  start: number,
  folder: string,
): string {
  const lanes = lanesOf(outcomes, start)
  const text = runText(lanes)
  writeFileSync(join(folder, 'run.svg'), runPicture(lanes, load, availableParallelism()))
  writeFileSync(join(folder, 'run.txt'), `${text.join('\n')}\n`)
  return `who ran when: ${join(folder, 'run.svg')}, run.txt`
}

/** Returns the words at the end of all rounds: failures within a screen, each round's count, the sum alone on its line, the names of failed steps. */
export function toldRun(outcomes: readonly StepOutcome[], rounds: number, folder: string): string[] {
  const failed = outcomes.filter(({ ok }) => !ok)
  const report = failureReport(
    failed.flatMap(outcome => failuresOf(outcome, rounds > 1)),
    join(folder, 'failures.txt'),
  )
  const perRound =
    rounds === 1
      ? []
      : roundsOf(outcomes).map(round => `round ${round}: ${counted(outcomes.filter(each => each.round === round))}`)
  const names = [...new Set(failed.map(({ step }) => step))].map(name => {
    const at = failed.filter(({ step }) => step === name).map(({ round }) => round)
    return `failed: ${name}${rounds === 1 ? '' : ` (round ${at.join(', ')})`}`
  })
  return [...(report.length > 0 ? ['', ...report] : []), '', ...perRound, counted(outcomes), ...names]
}

const roundsOf = (outcomes: readonly StepOutcome[]): number[] => [...new Set(outcomes.map(({ round }) => round))]

const counted = (outcomes: readonly StepOutcome[]): string =>
  `${outcomes.filter(({ ok }) => ok).length} passed, ${outcomes.filter(({ ok }) => !ok).length} failed`

/** The failures of a step's tests; a step that tells of none has failed as a whole. */
function failuresOf({ step, round, output, record }: StepOutcome, several: boolean): FailureRecord[] {
  const named = (failure: FailureRecord): FailureRecord =>
    several ? { ...failure, project: `round ${round}: ${failure.project}` } : failure
  if (record && record.failures.length > 0) return record.failures.map(failure => named({ ...failure, project: step }))
  return [named({ project: step, place: '', name: 'ended with an error', seen: tellingOutput(output) })]
}

/** The lines that name a place in a file, which compilers and linters write; else the last ones. */
function tellingOutput(output: string): string[] {
  const lines = output.split('\n').filter(line => line.trim() !== '')
  const places = lines.filter(line => /\.(tsx?|json|sql|svg|md)[:(]\d+/.test(line) || /^OVER /.test(line))
  return places.length > 0 ? places : lines.slice(-6)
}

/** The time of all, for the line that ends a picture. */
export const toldTime = (start: number): string => `in ${duration((Date.now() - start) / 1000)}`
