import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * The rooms of the house and whom each may import: arrows go one way, types included.
 * A room is the first pattern that fits a file; `may` names rooms.
 */
const rooms: readonly { readonly name: string; readonly files: RegExp; readonly may: readonly string[] }[] = [
  { name: 'test', files: /\.test\.tsx?$|^src\/.*\/fixtures\//, may: ['*'] },
  { name: 'base', files: /^src\/base\//, may: ['base'] },
  {
    name: 'kind',
    files:
      /^src\/kinds\/(kind|values|limits|valueProblem)\.ts$|^src\/kinds\/[^/]+\/(?!column|cell|input|filter|use[A-Z])[a-z][A-Za-z]*\.ts$/,
    may: ['base', 'kind'],
  },
  { name: 'column', files: /^src\/kinds\/((columns|operators)\.ts$|[^/]+\/column\.ts$)/, may: ['base', 'kind', 'column'] },
  { name: 'control', files: /^src\/kinds\//, may: ['base', 'kind', 'controls', 'control'] },
  { name: 'model', files: /^src\/model\//, may: ['base', 'kind', 'model', 'generated'] },
  { name: 'controls', files: /^src\/controls\//, may: ['base', 'controls'] },
  { name: 'generated', files: /^src\/generated\//, may: ['base', 'generated'] },
  { name: 'server', files: /^src\/server\//, may: ['base', 'kind', 'column', 'model', 'server', 'generated'] },
  { name: 'browser', files: /^src\/browser\//, may: ['base', 'kind', 'control', 'model', 'controls', 'browser', 'generated'] },
  {
    name: 'domain',
    files: /^src\/domain\//,
    may: ['base', 'kind', 'column', 'model', 'server', 'domain', 'generated'],
  },
  {
    name: 'plugin',
    files: /^src\/plugins\//,
    may: ['base', 'kind', 'control', 'column', 'model', 'controls', 'server', 'browser', 'plugin', 'generated'],
  },
]
/** Only the two mains take plugins in. */
const mains = /^src\/(server|browser)\/main\.tsx?$/

const root = resolve(import.meta.dirname, '..')
const importing = /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?\sfrom\s*)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)/g
const reaching = /(?:^|\n)\s*import\s(?:[^'"]*?\sfrom\s*)?['"]((?:node:|react|@chakra-ui|pg|kysely|fastify)[^'"]*)['"]/g

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return sources(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

const roomOf = (file: string) => rooms.find(room => room.files.test(file))

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(importing)].map(found => relative(root, resolve(root, dirname(file), found[1] ?? found[2] ?? '')))
}

function wrongArrows(file: string, targets: readonly string[]): string[] {
  const room = roomOf(file)
  if (!room) return [`${file}: stands in no room`]
  if (room.may.includes('*')) return []
  return targets.flatMap(target => {
    const other = roomOf(target)
    if (!other || !target.startsWith('src/') || room.may.includes(other.name)) return []
    if (other.name === 'plugin' && mains.test(file)) return []
    return [`${file}: ${room.name} may not import ${other.name} (${target})`]
  })
}

/** value.ts and the model run on both sides: no React, no database, no Node. */
function foreignImports(file: string): string[] {
  const room = roomOf(file)
  if (!room || !['base', 'kind', 'model'].includes(room.name)) return []
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(reaching)].map(found => `${file}: ${room.name} may not import ${found[1]}`)
}

function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      found.push(`cycle: ${[...path.slice(at), file].join(' -> ')}`)
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return found
}

/** Every wrong import of the house, one line each. */
export function checkImports(): string[] {
  const files = sources(join(root, 'src')).map(path => relative(root, path))
  const graph = new Map(files.map(file => [file, importsOf(file)]))
  return [...[...graph].flatMap(([file, targets]) => [...wrongArrows(file, targets), ...foreignImports(file)]), ...cycles(graph)]
}

if (import.meta.main) {
  const wrong = checkImports()
  for (const line of wrong) console.error(line)
  console.log(`imports: ${wrong.length} wrong`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
