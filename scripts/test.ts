import { runSteps } from './runSteps.ts'

/** Project of vitest. */
const project = (name: string): readonly [string, ...string[]] => ['vitest', 'run', '--project', name]

// What takes longest comes first, so that at the end nothing long is left for one core while the other rests.
const passed = await runSteps([
  { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
  { name: 'flows', command: project('flows'), after: 'browser build' },
  { name: 'stories', command: project('stories'), after: 'storybook build' },
  { name: 'api', command: project('api') },
  { name: 'unit', command: project('unit') },
  { name: 'check', command: ['node', 'scripts/check.ts'] },
])
process.exitCode = passed ? 0 : 1
