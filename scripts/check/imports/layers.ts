/** A layer of src: which files it is, and the layers that these may import, types included. */
export interface Layer {
  readonly name: string
  readonly files: RegExp
  readonly may: readonly string[]
}

/** A file's layer is the first that fits it. */
export const layers: readonly Layer[] = [
  { name: 'base', files: /^src\/base\//, may: ['base'] },
  {
    name: 'kind',
    files:
      /^src\/kinds\/(kind|values|limits|valueProblem|room|numbers|addressText|asValue)\.ts$|^src\/kinds\/[^/]+\/(?!column|cell|input|filter|use[A-Z])[a-z][A-Za-z]*\.ts$/,
    may: ['base', 'kind'],
  },
  { name: 'column', files: /^src\/kinds\/((columns|operators)\.ts$|[^/]+\/column\.ts$)/, may: ['base', 'kind', 'column'] },
  { name: 'control', files: /^src\/kinds\//, may: ['base', 'kind', 'controls', 'control'] },
  { name: 'model', files: /^src\/model\//, may: ['base', 'kind', 'model', 'generated'] },
  { name: 'controls', files: /^src\/controls\//, may: ['base', 'controls'] },
  { name: 'generated', files: /^src\/generated\//, may: ['base', 'generated'] },
  { name: 'api', files: /^src\/api\//, may: ['base', 'kind', 'model', 'api'] },
  { name: 'server', files: /^src\/server\//, may: ['base', 'kind', 'column', 'model', 'api', 'server', 'generated'] },
  {
    name: 'browser',
    files: /^src\/browser\//,
    may: ['base', 'kind', 'control', 'model', 'controls', 'api', 'browser', 'generated'],
  },
  { name: 'domain', files: /^src\/domain\//, may: ['base', 'kind', 'column', 'model', 'api', 'server', 'domain', 'generated'] },
  {
    name: 'plugin',
    files: /^src\/plugins\//,
    may: ['base', 'kind', 'control', 'column', 'model', 'controls', 'api', 'server', 'browser', 'domain', 'plugin', 'generated'],
  },
  { name: 'main', files: /^src\/main\//, may: ['base', 'model', 'server', 'domain', 'plugin', 'main'] },
]

/** Only the mains take the domain and the plugins in. */
export const mains = /^src\/(main\/\w+\.ts|browser\/main\.tsx)$/

/** All that the domain and the plugins may import of the server and of the browser. */
export const publishedFaces: ReadonlySet<string> = new Set([
  'src/server/domain.ts',
  'src/server/plugin.ts',
  'src/server/worker.ts',
  'src/browser/plugin.ts',
])

export const layerOf = (path: string): Layer | undefined => layers.find(({ files }) => files.test(path))
