import { runAll } from './run.ts'

// Two queues for two cores: the browser tests take as long as everything else together.
const passed = await runAll([
  [
    { name: 'check', command: ['node', 'scripts/check.ts'] },
    { name: 'unit', command: ['vitest', 'run', '--project', 'unit'] },
    { name: 'api', command: ['vitest', 'run', '--project', 'api'] },
  ],
  [
    { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
    { name: 'flows', command: ['vitest', 'run', '--project', 'flows'] },
    { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
    { name: 'stories', command: ['vitest', 'run', '--project', 'stories'] },
  ],
])
process.exitCode = passed ? 0 : 1
