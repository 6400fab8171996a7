import { join } from 'node:path'
import { type CommandStep, runSteps } from './runSteps.ts'

// Some hundred servers and workers start: code that one of them compiled is there for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')

/** Tests of a project of vitest, or of some of its files. */
const tests = (name: string, ...words: readonly string[]): Pick<CommandStep, 'name' | 'command'> => ({
  name: [name, ...words].join(' '),
  command: ['vitest', 'run', '--project', name, ...words],
})

// Browsers and databases are waited for a good deal: two cores are busy with three steps. What takes longest comes first, so that at
// the end nothing long is left for one core while the other rests.
const passed = await runSteps(
  [
    { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
    { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
    { ...tests('flows', '--shard=1/2'), after: 'browser build' },
    { ...tests('stories'), after: 'storybook build' },
    { ...tests('api') },
    { ...tests('flows', '--shard=2/2'), after: 'browser build' },
    { ...tests('unit') },
    { name: 'check', command: ['node', 'scripts/check.ts'] },
  ],
  3,
)
process.exitCode = passed ? 0 : 1
