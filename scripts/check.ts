import { runSteps } from './runSteps.ts'

// Everything that reads the code without running it.
const passed = await runSteps([
  [{ name: 'types', command: ['tsc', '--noEmit'] }],
  [
    { name: 'lint and format', command: ['biome', 'check', '.'] },
    { name: 'imports', command: ['node', 'scripts/check-imports.ts'] },
    { name: 'sizes', command: ['node', 'scripts/check-sizes.ts'] },
    { name: 'definitions', command: ['node', 'scripts/check-schemas.ts'] },
    { name: 'generated code is current', command: ['node', 'scripts/generate.ts', '--check'] },
  ],
])
process.exitCode = passed ? 0 : 1
