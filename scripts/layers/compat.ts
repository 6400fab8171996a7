import { brokenPromises, type PublishedFile } from '../../src/model/layers/published.ts'
import type { DefinitionFile } from '../../src/model/read.ts'
import { readDefinitionFiles, schemasFolder } from '../../src/server/start/definitionFiles.ts'
import { readFilesAt } from '../review/gitFiles.ts'

/** `npm run compat -- <tag>`: tells what layers may speak of and is gone, renamed, retyped or narrowed since then, and fails where something is. */
function run([ref]: readonly string[]): void {
  if (ref === undefined) throw new Error('npm run compat -- <tag>')
  const then = readFilesAt(schemasFolder, ref)
  const lines = brokenPromises(valuesOf(then.files), valuesOf(readDefinitionFiles(schemasFolder, [])))
  for (const line of lines) console.log(line)
  const count = lines.length === 0 ? 'nothing that layers speak of' : `${lines.length} things that layers speak of`
  console.log(`Since ${ref} (${then.commit.slice(0, 10)}): ${count} broke.`)
  process.exitCode = lines.length === 0 ? 0 : 1
}

const valuesOf = (files: readonly DefinitionFile[]): PublishedFile[] =>
  files.filter(({ path }) => path.endsWith('.json')).map(({ path, text }) => ({ path, value: JSON.parse(text) }))

try {
  run(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
