import { memoizeByKey } from '../../../src/base/memoizeByKey.ts'
import type { CodeCheck } from '../codeCheck.ts'
import { type CodeFile, isTestFile } from '../codeFile.ts'
import { cyclesOf } from './importCycles.ts'
import { mains } from './layers.ts'

/** The arrows between the folders of one folder, each with the first import that draws it. */
type Arrows = Map<string, Map<string, string>>

/** Folders that stand side by side, at any depth, need each other in one direction only. */
export const roomKnots: CodeCheck = {
  name: 'knots of folders',
  find: files =>
    [...arrowsByFolder(files)].flatMap(([folder, arrows]) =>
      cyclesOf(new Map([...arrows].map(([from, to]) => [from, [...to.keys()]]))).map(cycle => {
        const why = cycle.slice(1).map((to, at) => arrows.get(cycle[at] ?? '')?.get(to))
        return `${folder}: ${cycle.join(' -> ')} (${why.join(', ')})`
      }),
    ),
}

function arrowsByFolder(files: readonly CodeFile[]): Map<string, Arrows> {
  const all = new Map<string, Arrows>()
  for (const { path, imports } of files) {
    if (isTestFile(path) || mains.test(path)) continue
    for (const { target, relative } of imports) {
      const parting = relative ? partingOf(path, target) : undefined
      if (!parting) continue
      const arrows = memoizeByKey(all, parting.folder, (): Arrows => new Map())
      const to = memoizeByKey(arrows, parting.from, () => new Map<string, string>())
      memoizeByKey(
        to,
        parting.to,
        () => `${path.slice(parting.folder.length + 1)} imports ${target.slice(parting.folder.length + 1)}`,
      )
    }
  }
  return all
}

/** The folder in which the ways to two files part, and the folders by which they go on; undefined where one of them lies in it. */
function partingOf(path: string, target: string): { folder: string; from: string; to: string } | undefined {
  const [a, b] = [path.split('/'), target.split('/')]
  const at = a.findIndex((name, level) => name !== b[level])
  const [from, to] = [a[at], b[at]]
  if (at < 1 || at >= a.length - 1 || at >= b.length - 1 || from === undefined || to === undefined) return undefined
  return { folder: a.slice(0, at).join('/'), from, to }
}
