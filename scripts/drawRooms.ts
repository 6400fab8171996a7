import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/**
 * `npm run draw`: draws the rooms of src and the imports between them into docs/architecture.md, as Mermaid diagrams. With
 * `--check` it writes nothing and fails when the page is not current.
 */
const root = resolve(import.meta.dirname, '..')
const page = join(root, 'docs', 'architecture.md')
const importing = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g

const isCode = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.(test|stories|d)\.tsx?$|\/generated\/|\/fixtures\//.test(path)

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap(name => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path)
    const file = relative(root, path).split(sep).join('/')
    return isCode(file) ? [file] : []
  })
}

const files = filesBelow(join(root, 'src'))
const targets = new Map(files.map(file => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(importing)].map(([, path = '']) =>
    relative(root, resolve(root, dirname(file), path))
      .split(sep)
      .join('/'),
  )
}

/** Arrows between rooms: whoever imports points to what is imported. `roomOf` gives nothing for files that are not drawn. */
function arrowsOf(roomOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const [file, imports] of targets) {
    const from = roomOf(file)
    if (from === undefined) continue
    const to = arrows.get(from) ?? new Set<string>()
    arrows.set(from, to)
    for (const target of imports) {
      const room = roomOf(target)
      if (room !== undefined && room !== from) to.add(room)
    }
  }
  return arrows
}

/** Without the arrows that follow from others: what is reached by a longer way is not drawn. */
function reduced(arrows: ReadonlyMap<string, ReadonlySet<string>>): [string, string][] {
  const reaches = (from: string, to: string, seen: Set<string>): boolean =>
    [...(arrows.get(from) ?? [])].some(next => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...arrows].flatMap(([from, all]) =>
    [...all]
      .filter(to => ![...all].some(other => other !== to && reaches(other, to, new Set([from]))))
      .map((to): [string, string] => [from, to]),
  )
}

function diagram(roomOf: (file: string) => string | undefined): string {
  const arrows = arrowsOf(roomOf)
  const rooms = [...arrows.keys()].sort()
  const id = (room: string): string => room.replace(/\W/g, '_')
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.map(room => `  ${id(room)}["${room}"]`),
    ...reduced(arrows)
      .map(([from, to]) => `  ${id(from)} --> ${id(to)}`)
      .sort(),
    '```',
  ].join('\n')
}

/** Rooms inside one side; files that stand beside them (the mains, the faces) are not drawn. */
const roomsOf =
  (side: string) =>
  (file: string): string | undefined =>
    new RegExp(`^src/${side}/([^/]+)/`).exec(file)?.[1]

const drawings: Readonly<Record<string, string>> = {
  layers: diagram(file => (/^src\/(main\/|\w+\/main\.)/.test(file) ? undefined : /^src\/([^/]+)\//.exec(file)?.[1])),
  server: diagram(roomsOf('server')),
  browser: diagram(roomsOf('browser')),
  domain: diagram(roomsOf('domain')),
}

const before = readFileSync(page, 'utf8')
const after = Object.entries(drawings).reduce(
  (text, [name, drawing]) =>
    text.replace(
      new RegExp(`(<!-- draw ${name} -->\\n)[^]*?(<!-- /draw -->)`),
      (_all, open: string, close: string) => `${open}${drawing}\n${close}`,
    ),
  before,
)
if (!process.argv.includes('--check')) writeFileSync(page, after)
else if (after !== before) {
  console.log('docs/architecture.md is not current: run `npm run draw`.')
  process.exitCode = 1
}
