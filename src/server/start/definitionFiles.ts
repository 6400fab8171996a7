import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearestWord } from '../../model/source/nearest.ts'
import type { DefinitionFile } from '../../model/source/source.ts'

/** The product's definitions; SCHEMAS_DIR names others. */
export const schemasFolder = process.env.SCHEMAS_DIR
  ? resolve(process.env.SCHEMAS_DIR)
  : fileURLToPath(new URL('../../../schemas', import.meta.url))

/** The folder cannot be what holds the definitions: it is not there, or nothing in it is one. */
export class NoDefinitions extends Error {
  constructor(reason: string) {
    super(`${reason} SCHEMAS_DIR names the folder of the definitions.`)
    this.name = 'NoDefinitions'
  }
}

/** Every definition below a folder, with the SQL of reports; the meta-schemas and migrations are none. Links are followed. */
export const readDefinitionFiles = (folder: string = schemasFolder): DefinitionFile[] => {
  if (!existsSync(folder)) throw new NoDefinitions(`There is no folder ${folder}.${meant(folder)}`)
  if (!statSync(folder).isDirectory()) throw new NoDefinitions(`${folder} is no folder.`)
  const files = filesBelow(folder)
    .filter(path => /\.(json|sql)$/.test(path))
    .filter(path => !['meta', 'migrations'].some(each => path.startsWith(resolve(folder, each) + sep)))
    .sort()
    .map(path => ({ path: relative(folder, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
  if (files.length === 0) throw new NoDefinitions(`The folder ${folder} holds no definitions.`)
  return files
}

const meant = (folder: string): string => {
  const parent = dirname(folder)
  const near = existsSync(parent) ? nearestWord(basename(folder), readdirSync(parent)) : undefined
  return near === undefined ? '' : ` Did you mean ${join(parent, near)}?`
}

/** Files below a folder and below the folders that it links to, each folder once. */
function filesBelow(folder: string, above: ReadonlySet<string> = new Set()): string[] {
  const real = realpathSync(folder)
  if (above.has(real)) return []
  const on = new Set([...above, real])
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path, on)
    if (!entry.isSymbolicLink()) return entry.isFile() ? [path] : []
    if (!existsSync(path)) throw new NoDefinitions(`${path} is a link to what is not there.`)
    return statSync(path).isDirectory() ? filesBelow(path, on) : [path]
  })
}

/** Folders outside of this one that links in it lead to: whoever watches it watches them as well. */
export function linkedFolders(folder: string): string[] {
  const real = realpathSync(folder)
  const folders = filesBelow(folder).map(path => dirname(realpathSync(path)))
  return [...new Set(folders)].filter(each => each !== real && !each.startsWith(real + sep))
}
