import { join } from 'node:path'
import { type CommandStep, runSteps } from './runSteps.ts'

// Some hundred servers and workers start: code that one of them compiled is there for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')

/** Tests of a project of vitest, or of some of its files. */
const tests = (name: string, ...words: readonly string[]): Pick<CommandStep, 'name' | 'command'> => ({
  name: [name, ...words].join(' '),
  command: ['vitest', 'run', '--project', name, ...words],
})

// Browsers, servers and databases wait for each other a good deal: it takes four steps to keep two cores busy. What takes longest comes
// first, and in parts of about one length, so that at the end nothing long is left for one core while the other rests.
const passed = await runSteps(
  [
    { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
    { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
    // One step for two workers: the demo company, which all of its files copy, is made once.
    { ...tests('flows'), after: 'browser build', weight: 2 },
    { ...tests('stories'), after: 'storybook build' },
    { ...tests('api', '--shard=1/2') },
    { ...tests('api', '--shard=2/2') },
    { ...tests('unit') },
    { name: 'check', command: ['node', 'scripts/check.ts'] },
  ],
  4,
)
process.exitCode = passed ? 0 : 1
