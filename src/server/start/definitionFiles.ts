import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { membersOf } from '../../base/record.ts'
import { manifestName } from '../../model/layers/manifest.ts'
import { nearestWord } from '../../model/source/nearest.ts'
import type { DefinitionFile } from '../../model/source/source.ts'
import { type Migration, readMigrations } from '../tables/migration.ts'

/** The product's definitions; SCHEMAS_DIR names others. */
export const schemasFolder = process.env.SCHEMAS_DIR
  ? resolve(process.env.SCHEMAS_DIR)
  : fileURLToPath(new URL('../../../schemas', import.meta.url))

/** The folders of the layers over them, in the order in which they lie: `LAYERS=../chain,../shop`. */
export const layerFolders: readonly string[] = (process.env.LAYERS ?? '')
  .split(',')
  .flatMap(name => (name.trim() ? resolve(name.trim()) : []))

/** The folder cannot be what holds the definitions: it is not there, or nothing in it is one. */
export class NoDefinitions extends Error {
  constructor(reason: string, setting: 'SCHEMAS_DIR' | 'LAYERS' = 'SCHEMAS_DIR') {
    super(
      `${reason} ${setting === 'LAYERS' ? 'LAYERS names the folders of layers.' : 'SCHEMAS_DIR names the folder of the definitions.'}`,
    )
    this.name = 'NoDefinitions'
  }
}

/**
 * Every definition below a folder, with the SQL of reports; the meta-schemas and migrations are none. Links are followed. Behind them come those of the
 * layers, which by default lie over the product's own folder alone.
 */
export const readDefinitionFiles = (
  folder: string = schemasFolder,
  layers: readonly string[] = folder === schemasFolder ? layerFolders : [],
): DefinitionFile[] => {
  const files = definitionsBelow(folder, 'SCHEMAS_DIR')
  if (files.length === 0) throw new NoDefinitions(`The folder ${folder} holds no definitions.`)
  if (!files.some(({ path }) => isRegister.test(path)))
    throw new NoDefinitions(`The folder ${folder} holds no register.${inner(folder)}`)
  return [
    ...files,
    ...layers.flatMap(layer => {
      const at = relative(folder, layer).split(sep).join('/')
      const own = definitionsBelow(layer, 'LAYERS')
      if (own.length === 0) throw new NoDefinitions(`The folder ${layer} is no layer: it has no layer.json.`, 'LAYERS')
      return own.map(file => ({ ...file, layer: at }))
    }),
  ]
}

const isRegister = /^registers\/[^/]+\/[^/]+\.schema\.json$/

/** The folder below that is likelier to be meant. */
function inner(folder: string): string {
  const near = readdirSync(folder).find(name => existsSync(join(folder, name, 'registers')))
  return near === undefined ? '' : ` Did you mean ${join(folder, near)}?`
}

function definitionsBelow(folder: string, setting: 'SCHEMAS_DIR' | 'LAYERS'): DefinitionFile[] {
  if (!existsSync(folder)) throw new NoDefinitions(`There is no folder ${folder}.${meant(folder)}`, setting)
  if (!statSync(folder).isDirectory()) throw new NoDefinitions(`${folder} is no folder.`, setting)
  return filesBelow(folder)
    .filter(path => /\.(json|sql)$/.test(path))
    .filter(path => !['meta', 'migrations', 'node_modules', '.git'].some(each => path.startsWith(resolve(folder, each) + sep)))
    .sort()
    .map(path => ({ path: relative(folder, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
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

/** The migrations of the product, then those of the layers, each under its layer's name. */
export const readAllMigrations = (folder: string = schemasFolder): Migration[] => [
  ...readMigrations(join(folder, 'migrations')),
  ...(folder === schemasFolder ? layerFolders : []).flatMap(layer =>
    readMigrations(join(layer, 'migrations')).map(each => ({ ...each, name: `${layerName(layer)}/${each.name}` })),
  ),
]

/** The name that a layer gives itself: its folder may move. */
export function layerName(folder: string): string {
  const file = join(folder, manifestName)
  const said: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const { name } = membersOf(said)
  return typeof name === 'string' ? name : basename(folder)
}

/** Folders outside of this one that links in it lead to: whoever watches it watches them as well. */
export function linkedFolders(folder: string): string[] {
  const real = realpathSync(folder)
  const folders = filesBelow(folder).map(path => dirname(realpathSync(path)))
  return [...new Set(folders)].filter(each => each !== real && !each.startsWith(real + sep))
}
