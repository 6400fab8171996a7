import { runSteps } from './runSteps.ts'

// Two queues for two cores, of about the same length.
const passed = await runSteps([
  [
    { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
    { name: 'stories', command: ['vitest', 'run', '--project', 'stories'] },
    { name: 'api', command: ['vitest', 'run', '--project', 'api'] },
  ],
  [
    { name: 'check', command: ['node', 'scripts/check.ts'] },
    { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
    { name: 'unit', command: ['vitest', 'run', '--project', 'unit'] },
    { name: 'flows', command: ['vitest', 'run', '--project', 'flows'] },
  ],
])
process.exitCode = passed ? 0 : 1
