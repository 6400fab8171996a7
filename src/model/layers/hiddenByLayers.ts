import { isRecord, membersOf } from '../../base/record.ts'
import { fileKindOf } from '../source/definitions.ts'
import type { HiddenByLayer } from '../views/hiddenByLayer.ts'
import type { Override } from './layerContext.ts'

/** Returns what layers took from the screens of registers, and from the menu, with their lines. */
export const hiddenByLayers = (overrides: readonly Override[]): HiddenByLayer[] =>
  overrides.flatMap((override): HiddenByLayer[] => {
    const { layer, file, is, source, path } = override
    const found = itemOf(override)
    if (!found || (is !== '$hidden' && is !== true && file !== 'menu.json')) return []
    const page = file === 'menu.json' ? String(is) : (fileKindOf(file)?.name ?? file)
    // The folder of the layer is nobody's concern who asks why something is not shown.
    return [{ page, ...found, layer, place: `${file}:${source.place(path, 'key').line}` }]
  })

function itemOf({ file, at, was }: Override): Pick<HiddenByLayer, 'kind' | 'name' | 'title'> | undefined {
  const steps = at.split('/')
  const last = steps.at(-1) ?? ''
  const title = isRecord(was) ? String(membersOf(was).title ?? last) : last
  if (file === 'menu.json') return steps[0] === 'hidden' ? { kind: 'menu', name: last, title: last } : undefined
  if (at.startsWith('list/columns/')) return { kind: 'coluna', name: last, title }
  if (at.startsWith('actions/')) return { kind: 'acao', name: last, title }
  if (at.startsWith('form/parts/') && steps.length === 3) return { kind: 'parte', name: last, title }
  if (at.startsWith('form/')) return { kind: 'campo', name: last, title }
  if (steps[0] === 'properties' && last === 'hidden') return { kind: 'campo', name: steps[1] ?? '', title: steps[1] ?? '' }
  return undefined
}
