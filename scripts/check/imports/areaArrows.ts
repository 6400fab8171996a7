import type { CodeCheck } from '../codeCheck.ts'
import { type CodeFile, isTestFile } from '../codeFile.ts'

const areaOf = (path: string): string | undefined => /^src\/domain\/([^/]+)\//.exec(path)?.[1]

/** An area sees of another one only its `public.ts`, and only of one that it needs; an integration likewise. */
export const areaArrows: CodeCheck = {
  name: 'imports past the public face of an area',
  bar: 0,
  find: files => {
    const needs = new Map(files.flatMap(file => needsOf(file)))
    return files
      .filter(({ path }) => /^src\/(domain|plugins)\/[^/]+\//.test(path) && !isTestFile(path))
      .flatMap(({ path, imports }) =>
        imports.flatMap(({ target }) => {
          const [own, other] = [areaOf(path), areaOf(target)]
          if (other === undefined || other === own) return []
          if (!target.endsWith('/public.ts')) return [`${path}: ${target} is not public`]
          return own === undefined || needs.get(own)?.includes(other)
            ? []
            : [`${path}: the area ${own} does not say that it needs ${other}`]
        }),
      )
  },
}

/** Returns the areas that an area says that it needs. */
function needsOf({ path, text }: CodeFile): [string, readonly string[]][] {
  const area = path.endsWith('/domain.ts') ? areaOf(path) : undefined
  const [, listed = ''] = /needs: \[([^\]]*)\]/.exec(text) ?? []
  return area === undefined ? [] : [[area, [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '')]]
}
