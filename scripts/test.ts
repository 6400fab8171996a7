import { runAll } from './run.ts'

// Two queues for two cores: judging every story takes as long as everything else together.
const passed = await runAll([
  [
    { name: 'storybook build', command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'] },
    { name: 'stories', command: ['vitest', 'run', '--project', 'stories'] },
  ],
  [
    { name: 'check', command: ['node', 'scripts/check.ts'] },
    { name: 'browser build', command: ['vite', 'build', '--logLevel', 'warn'] },
    { name: 'unit', command: ['vitest', 'run', '--project', 'unit'] },
    { name: 'api', command: ['vitest', 'run', '--project', 'api'] },
    { name: 'flows', command: ['vitest', 'run', '--project', 'flows'] },
  ],
])
process.exitCode = passed ? 0 : 1
