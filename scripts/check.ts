import { runSteps } from './runSteps.ts'

// Everything that reads the code without running it.
const passed = await runSteps([
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint and format', command: ['biome', 'check', '.'] },
  { name: 'code', command: ['node', 'scripts/check-code.ts'] },
  { name: 'definitions', command: ['node', 'scripts/check-schemas.ts'] },
  { name: 'generated code is current', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'pictures of the structure are current', command: ['node', 'scripts/drawRooms.ts', '--check'] },
])
process.exitCode = passed ? 0 : 1
