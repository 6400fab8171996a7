import { posix } from 'node:path'
import type { CodeCheck } from './codeCheck.ts'
import { projectFiles, readProjectFile } from './codeFile.ts'

/** A document: its path from the project's root, and its text. */
export interface ProjectDocument {
  readonly path: string
  readonly text: string
}

/** Documents name only files, folders and anchors that exist: in links, in code spans, and step by step in walks ("To read along"). */
export const documentPaths: CodeCheck = {
  name: 'files, folders and anchors that documents name and that do not exist',
  find: () => {
    const paths = projectFiles('.')
    const documents = paths
      .filter(path => /^(docs\/.+|schemas\/README|[A-Z]+)\.md$/.test(path))
      .map(path => ({ path, text: readProjectFile(path) }))
    return missingPaths(documents, paths)
  },
}

/** Returns a line for each path or anchor that a document names and nothing has. `paths`: all files of the project. */
export function missingPaths(documents: readonly ProjectDocument[], paths: readonly string[]): string[] {
  const known = new Set(paths.flatMap(path => [path, ...foldersOf(path)]))
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
  return documents.flatMap(document => [
    ...missingLinks(document, known, anchors),
    // The changelog tells what was there.
    ...(document.path === 'CHANGELOG.md' ? [] : missingNames(document, known)),
  ])
}

const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Drops fenced blocks, line by line, so that lines keep their numbers. */
function proseLines(text: string): string[] {
  let fenced = false
  return text.split('\n').map(line => {
    if (!line.startsWith('```')) return fenced ? '' : line
    fenced = !fenced
    return ''
  })
}

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const line of proseLines(text)) {
    const heading = /^#+ (.*)$/.exec(line)?.[1]
    if (heading === undefined) continue
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let again = 1; found.has(anchor); again++) anchor = `${slug}-${again}`
    found.add(anchor)
  }
  return found
}

function missingLinks(
  { path, text }: ProjectDocument,
  known: ReadonlySet<string>,
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return proseLines(text).flatMap((line, at) =>
    [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const [place = '', anchor] = link.split('#')
      const target = place === '' ? path : posix.join(posix.dirname(path), place).replace(/\/$/, '')
      const whole = anchor === undefined || anchors.get(target)?.has(anchor)
      return known.has(target) && whole ? [] : [`${path}:${at + 1}: ${link} leads nowhere`]
    }),
  )
}

/** Names that stand for others, and folders that come and go. */
const standsForOthers = /[<>{}…$]|(^|\/)[A-Z]{4,}\b|^schemas\/migrations(\/|$)/

function missingNames({ path, text }: ProjectDocument, known: ReadonlySet<string>): string[] {
  // A walk goes on in the folders that its section has named so far.
  let folders: string[] = []
  let walks = false
  return proseLines(text).flatMap((line, at) => {
    if (line.startsWith('#')) folders = []
    walks = line.startsWith('To read along') || (walks && !line.startsWith('#'))
    return [...line.matchAll(/`([^`\s]+)`/g)].flatMap(([, name = '']) => {
      const isCode = /\.tsx?$/.test(name)
      if (!(isCode || fromRoot.test(name)) || standsForOthers.test(name)) return []
      const target = name.replace(/\/$/, '')
      if (known.has(target) && !isCode) folders.push(target)
      const found = [target, ...folders.map(folder => `${folder}/${target}`)].find(each => known.has(each))
      if (found !== undefined) folders.push(posix.dirname(found))
      const there = found !== undefined || matches(target, known, !walks && !fromRoot.test(name))
      return there ? [] : [`${path}:${at + 1}: ${name} does not exist`]
    })
  })
}

const fromRoot = /^(src|scripts|tests|schemas|docs|\.storybook|\.github|\.readme)\//

/** Tells whether a name with stars, or the end of a path, is that of a file. */
function matches(name: string, known: ReadonlySet<string>, anywhere: boolean): boolean {
  if (!anywhere && !name.includes('*')) return false
  const parts = name.split('**/').map(part => part.split('*').map(RegExp.escape).join('[^/]*'))
  const pattern = new RegExp(`${anywhere ? '(^|/)' : '^'}${parts.join('(.*/)?')}$`)
  return [...known].some(path => pattern.test(path))
}
