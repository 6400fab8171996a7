import type { ProblemCollector } from './problemCollector.ts'
import type { JsonPath, Source } from './source.ts'

/** Icons by name, wherever a definition names one: a mistyped one would be a blank square. */
export function checkIcons(source: Source, icons: ReadonlySet<string>, report: ProblemCollector): void {
  const look = (value: unknown, path: JsonPath): void => {
    if (value === null || typeof value !== 'object') return
    for (const [key, part] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key]
      if (key !== 'icon' || typeof part !== 'string') look(part, at)
      else if (!icons.has(part))
        report.add(source, at, 'icon-unknown', `There is no icon "${part}": lucide.dev has them all.`, {
          word: part,
          candidates: icons,
        })
    }
  }
  look(source.value, [])
}
