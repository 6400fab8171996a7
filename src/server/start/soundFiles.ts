import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { soundDefinitions } from '../../generated/soundDefinitions.ts'
import type { DefinitionFile } from '../../model/source/source.ts'

/** The folder of the meta-schemas that check definitions. */
const metaFolder = fileURLToPath(new URL('../../../schemas/meta', import.meta.url))

/**
 * Marks the definitions as sound where they are, to the letter, those that `npm run generate` checked by the same meta-schemas and against
 * one another: that takes a start most of a second. Where one letter differs none is marked, and all are checked.
 */
export function soundFiles(files: readonly DefinitionFile[]): readonly DefinitionFile[] {
  const own = files.filter(({ layer }) => layer === undefined)
  if (digestOfDefinitions(own) !== soundDefinitions) return files
  // Merged files are checked: no layer's is known.
  return files.map(file => (file.layer === undefined ? { ...file, sound: true } : file))
}

/** SHA-256 of the meta-schemas and all definitions, with their places. */
export function digestOfDefinitions(files: readonly DefinitionFile[]): string {
  const hash = createHash('sha256')
  // The lists of names, for editors, say nothing of shapes.
  const metas = readdirSync(metaFolder).filter(name => name.endsWith('.json') && name !== 'names.json')
  for (const name of metas.sort()) hash.update(`${name}\0${readFileSync(join(metaFolder, name), 'utf8')}\0`)
  for (const { path, text } of files) hash.update(`${path}\0${text}\0`)
  return hash.digest('hex')
}
