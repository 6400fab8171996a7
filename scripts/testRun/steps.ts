/** A step of `npm test`: a command, and what the run has to know of it. */
export interface TestStep {
  readonly name: string
  readonly does: string
  readonly command: readonly [string, ...string[]]
  /** How many cores it would keep busy; 1 when nothing is said. */
  readonly weight?: number
  /** The step that has to end before. */
  readonly after?: string
  /** The step whose end it waits for where that one runs, too: it needs nothing of it, and would only make it late. */
  readonly behind?: string
  /** A run of vitest over one project, and how its files begin. */
  readonly tests?: readonly string[]
  /** Into how many machines a forge's CI divides it; 1 when nothing is said. */
  readonly machines?: number
  /** The step whose run holds its own: it runs where that one does not. */
  readonly partOf?: string
  /** Its output is shown only when it fails. */
  readonly quiet?: true
}

/** A step that tests with vitest's project of the same name. */
const tests = (name: string, does: string, ...folders: readonly string[]): TestStep => ({
  name,
  does,
  command: ['vitest', 'run', '--project', name],
  tests: folders,
})

/**
 * All steps, in the order in which they start as soon as there is room: first what fails most and fastest, then what others wait for, then
 * from the longest on.
 */
export const testSteps: readonly TestStep[] = [
  { name: 'types', does: 'the compiler over all code', command: ['tsc', '--noEmit', '--singleThreaded'] },
  { name: 'lint', does: 'lint and format', command: ['biome', 'check', '.'] },
  { name: 'code', does: 'arrows, sizes, names', command: ['node', 'scripts/check-code.ts'] },
  { name: 'definitions', does: 'every definition against its meta-schema', command: ['node', 'scripts/check-schemas.ts'] },
  tests('unit', 'tests beside the code', 'src/', 'scripts/', 'tests/kinds/', 'tests/evidence/'),
  { name: 'generated', does: 'generated code is current', command: ['node', 'scripts/generate.ts', '--check'] },
  {
    name: 'statements',
    does: 'PostgreSQL prepares every statement of the code',
    command: ['vitest', 'run', '--project', 'api', 'tests/api/system/statements.test.ts'],
    partOf: 'api',
  },
  { name: 'pictures', does: 'pictures of the structure are current', command: ['node', 'scripts/drawRooms.ts', '--check'] },
  { name: 'browser-build', does: 'the pages that flows open', command: ['vite', 'build', '--logLevel', 'warn'] },
  {
    name: 'storybook-build',
    does: 'the stories that axe judges',
    command: ['storybook', 'build', '-o', 'storybook-static', '--quiet'],
    quiet: true,
  },
  // One step of two workers each: what all files of it copy, the demo company and the tables, is made once.
  {
    ...tests('flows', 'a real Chromium against the real server', 'tests/flows/'),
    after: 'browser-build',
    behind: 'unit',
    weight: 2,
    machines: 3,
  },
  { ...tests('api', 'every call on a real PostgreSQL', 'tests/api/'), behind: 'unit', weight: 2, machines: 2 },
  { ...tests('stories', 'axe over every generated story', 'tests/stories/'), after: 'storybook-build' },
]

/** Names for several steps. */
export const stepGroups: Readonly<Record<string, readonly string[]>> = {
  check: ['types', 'lint', 'code', 'definitions', 'generated', 'statements', 'pictures'],
  builds: ['browser-build', 'storybook-build'],
}

/**
 * How much may run at once, in weights. Browsers, servers and databases wait for each other a good deal: twice the cores keep all of them
 * busy, and one more lets stories run beside flows and API, so that none of the three is left alone at the end.
 */
export const roomFor = (cores: number): number => Math.max(5, 2 * cores + 1)

/** The project that a file of tests belongs to. */
export const projectOf = (path: string): string | undefined =>
  testSteps.find(({ tests: folders }) => folders?.some(folder => path.startsWith(folder)))?.name
