import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, resolve } from 'node:path'
import { readModel } from '../../src/model/read.ts'
import { layerFolders, readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'
import { declaredOperations } from '../generate/operations.ts'
import { contractTypes } from './contractTypes.ts'

/**
 * `npm run generate:client -- FOLDER`: writes a package for programs that call this product: JavaScript that needs nothing but fetch, and types of every
 * record, call and report, from the definitions as they are (with LAYERS those of the layers too).
 */
const root = join(import.meta.dirname, '..', '..')
const folder = resolve(process.argv[2] ?? join(root, 'dist', 'client'))
const runtime = join(import.meta.dirname, 'runtime')

const { model, problems } = readModel(readDefinitionFiles(join(root, 'schemas'), layerFolders))
if (problems.length > 0) {
  console.log('The definitions have problems: run `npm run check:schemas`.')
  process.exit(1)
}
const operations = await declaredOperations()
const types = contractTypes(
  model,
  operations.map(({ documented, ...one }) => ({ ...one, input: documented ?? one.input })),
)
const work = join(folder, 'src')
rmSync(folder, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
writeFileSync(join(work, 'contract.ts'), types)
copyFileSync(join(runtime, 'client.ts'), join(work, 'client.ts'))
execFileSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...declarationOptions(work)], {
  stdio: 'inherit',
})
const source = readFileSync(join(work, 'client.ts'), 'utf8')
writeFileSync(
  join(folder, 'client.js'),
  `${stripTypeScriptTypes(source)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trimStart()}`,
)
writeFileSync(join(folder, 'contract.d.ts'), types)
rmSync(work, { recursive: true })
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(), null, 2)}\n`)
for (const name of ['LICENSE']) copyFileSync(join(root, name), join(folder, name))
copyFileSync(join(runtime, 'README.md'), join(folder, 'README.md'))
console.log(`Client: ${folder}, ${types.split('\n').length} lines of types.`)

function declarationOptions(from: string): string[] {
  return [
    ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--strict', '--exactOptionalPropertyTypes', '--skipLibCheck'],
    ...['--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--lib', 'es2023,dom,dom.iterable'],
    ...['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions', '--types', 'node'],
    ...['--outDir', folder, join(from, 'client.ts')],
  ]
}

function packageOf() {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>
  return {
    name: 'retaguarda-client',
    version,
    description: 'Typed calls of a Retaguarda server',
    license,
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    files: ['client.js', '*.d.ts', 'README.md', 'LICENSE'],
    sideEffects: false,
  }
}
