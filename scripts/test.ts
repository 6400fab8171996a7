import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { watchBusyCores } from './testRun/busyCores.ts'
import { longFilesText } from './testRun/fileSeconds.ts'
import { matrix } from './testRun/matrix.ts'
import { type AskedRun, type AskedWords, readWords, WordsError } from './testRun/readWords.ts'
import { runSteps, type StepOutcome } from './testRun/runSteps.ts'
import { isStopped, stopAll } from './testRun/stepProcess.ts'
import { roomFor, stepGroups, testSteps } from './testRun/steps.ts'
import { pictureRound, toldRun, toldStep, toldTime } from './testRun/toldRun.ts'

// `npm test`, or `npm test -- WORDS`: --list tells which.
// Some hundred servers and workers start: code that one of them compiled is there for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')
// One helper thread for garbage and compilers in each: four of them beside every worker took 8 % of the processor time of API and flows.
process.env.NODE_OPTIONS = `--v8-pool-size=1 ${process.env.NODE_OPTIONS ?? ''}`.trim()

const report = 'test-report'

for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const)
  process.once(signal, async () => {
    console.log(`\n${signal}: ending the steps that run`)
    await stopAll()
    console.log('all of them have ended')
    process.exit(128 + number)
  })

process.exitCode = await perform(asked())

function asked(): AskedWords | undefined {
  try {
    return readWords(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof WordsError)) throw error
    console.error(error.message)
    return undefined
  }
}

async function perform(words: AskedWords | undefined): Promise<number> {
  if (words === undefined) return 2
  if (words === 'list') console.log(listed().join('\n'))
  else if (words === 'matrix') console.log(JSON.stringify({ include: matrix() }))
  else if (words === 'keep-seconds') writeFileSync(join(import.meta.dirname, 'testRun/longFiles.ts'), longFilesText())
  else return runAll(words)
  return 0
}

async function runAll({ steps, again, rounds, untilFailure }: AskedRun): Promise<number> {
  // The known durations of files stay.
  mkdirSync(report, { recursive: true })
  for (const name of readdirSync(report)) if (name !== 'seconds') rmSync(join(report, name), { recursive: true, force: true })
  const all: StepOutcome[] = []
  for (let round = 1; round <= rounds; round++) {
    const start = Date.now()
    const folder = rounds === 1 ? report : join(report, `round-${round}`)
    mkdirSync(folder, { recursive: true })
    if (rounds > 1) console.log(`\n══ round ${round} of ${rounds}`)
    const load = watchBusyCores()
    const outcomes = await runSteps(round === 1 ? steps : again, {
      room: roomFor(availableParallelism()),
      round,
      folder,
      ended: (outcome, step) => {
        writeFileSync(join(folder, `${step.name}.log`), outcome.output)
        process.stdout.write(isStopped() ? `── ${step.name}: stopped\n` : toldStep(outcome, step))
      },
    })
    load.stop()
    all.push(...outcomes)
    // The steps were ended: who ended them says so, and exits.
    if (isStopped()) return new Promise(() => undefined)
    console.log(`\n${pictureRound(outcomes, load.seen, start, folder)} ${toldTime(start)}`)
    if (untilFailure && outcomes.some(({ ok }) => !ok)) break
  }
  console.log(toldRun(all, rounds, report).join('\n'))
  return all.every(({ ok }) => ok) ? 0 : 1
}

function listed(): string[] {
  const steps = testSteps.map(({ name, does }) => `  ${name.padEnd(17)}${does}`)
  const groups = Object.entries(stepGroups).map(([name, of]) => `  ${name.padEnd(17)}${of.join(', ')}`)
  return [
    'npm test                               all steps',
    'npm test -- unit api                   some of them, with what they need',
    'npm test -- tests/flows/lists -t grid  files of tests, and of these the tests with such a name',
    '  --again 5        five rounds, counted one by one; --until-failure: none after the first that fails',
    '  --shard 1/3      a part of the named tests',
    '  --built          the pages and stories stand: no build',
    '',
    'Steps, in their order:',
    ...steps,
    'Groups of them:',
    ...groups,
  ]
}
