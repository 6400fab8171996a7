import { execFileSync } from 'node:child_process'
import type { DefinitionFile } from '../../src/model/read.ts'

/** A moment of the repository. */
export interface Revision {
  readonly commit: string
  /** ISO date of the commit. */
  readonly date: string
  readonly files: readonly DefinitionFile[]
}

const most = 256 * 1024 * 1024

const git = (folder: string, args: readonly string[], input?: string): Buffer =>
  execFileSync('git', ['-C', folder, ...args], {
    maxBuffer: most,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  })

/** The definitions of a folder as they were at a git reference. */
export function readFilesAt(folder: string, ref: string): Revision {
  const [commit = '', date = ''] = commitOf(folder, ref).split(' ')
  const paths = git(folder, ['ls-tree', '-r', '-z', '--name-only', commit])
    .toString('utf8')
    .split('\0')
    .filter(path => /\.(json|sql)$/.test(path) && !/^(meta|migrations)\//.test(path))
  const objects = git(folder, ['cat-file', '--batch'], paths.map(path => `${commit}:./${path}\n`).join(''))
  const texts = contentsOf(objects, paths.length)
  return { commit, date, files: paths.map((path, at) => ({ path, text: texts[at] ?? '' })) }
}

function commitOf(folder: string, ref: string): string {
  try {
    return git(folder, ['log', '-1', '--format=%H %cI', ref, '--']).toString('utf8').trim()
  } catch {
    throw new Error(`"${ref}" is no commit, branch or tag of this repository.`)
  }
}

/** Contents in the order they were asked for: each after a line `<object> blob <bytes>`, ended by a line break. */
function contentsOf(objects: Buffer, count: number): string[] {
  const found: string[] = []
  let at = 0
  while (found.length < count) {
    const end = objects.indexOf(10, at)
    const size = Number(objects.toString('latin1', at, end).split(' ')[2])
    if (end < 0 || !Number.isInteger(size)) throw new Error('git did not answer for every definition.')
    found.push(objects.toString('utf8', end + 1, end + 1 + size))
    at = end + size + 2
  }
  return found
}
