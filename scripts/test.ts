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
    { ...tests('flows', '--shard=1/4'), after: 'browser build' },
    { ...tests('stories'), after: 'storybook build' },
    { ...tests('api', '--shard=1/2') },
    { ...tests('flows', '--shard=2/4'), after: 'browser build' },
    { ...tests('api', '--shard=2/2') },
    { ...tests('flows', '--shard=3/4'), after: 'browser build' },
    { ...tests('flows', '--shard=4/4'), after: 'browser build' },
    { ...tests('unit') },
    { name: 'check', command: ['node', 'scripts/check.ts'] },
  ],
  4,
)
process.exitCode = passed ? 0 : 1
