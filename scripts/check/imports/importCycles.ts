import type { CodeCheck } from '../codeCheck.ts'

/** No file leads back to itself by what it imports, types included; scripts and tests no less than the code. */
export const importCycles: CodeCheck = {
  name: 'cycles of files',
  find: files =>
    cyclesOf(new Map(files.map(({ path, imports }) => [path, imports.filter(one => one.relative).map(one => one.target)]))).map(
      cycle => cycle.join(' -> '),
    ),
}

/** One way round for each knot of a graph. */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>()
  const found: string[][] = []
  const walk = (node: string, path: readonly string[]): void => {
    const start = path.indexOf(node)
    if (start >= 0) {
      found.push([...path.slice(start), node])
      return
    }
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return found
}
