import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { DefinitionFile } from '../src/model/read.ts'

/** All definitions of a folder, in alphabetical order; the meta-schemas are none. */
export function readDefinitions(folder: string): DefinitionFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.json'))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => ({ path: relative(folder, file).split(sep).join('/'), file }))
    .filter(({ path }) => !path.startsWith('meta/'))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, file }) => ({ path, text: readFileSync(file, 'utf8') }))
}
