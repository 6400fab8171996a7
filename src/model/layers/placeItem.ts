import { isRecord } from '../../base/record.ts'
import type { JsonPath } from '../source/source.ts'
import type { MergeContext } from './layerContext.ts'
import type { LayeredValue } from './layeredValue.ts'

/** Returns the names of an item: of a line all that it holds. */
export type NamesOf = (item: LayeredValue) => readonly string[]

/** Where a layer wants an item. */
interface Wish {
  readonly word: '$after' | '$before'
  readonly anchor: string
  /** In the line of the anchor. */
  readonly sameRow: boolean
}

/** Tells whether a layer says where an item stands. */
export const hasPlace = (value: unknown): boolean => isRecord(value) && ('$after' in value || '$before' in value)

/**
 * Puts an item where the layer wants it, else at the end. Anchors are names, never numbers: what is not there is told. `items` is without the item itself;
 * items that are lists are lines.
 */
export function placeItem(
  items: readonly LayeredValue[],
  item: LayeredValue,
  value: unknown,
  path: JsonPath,
  namesOf: NamesOf,
  context: MergeContext,
): LayeredValue[] {
  const wish = wishOf(value, path, context)
  if (!wish) return [...items, item]
  const at = items.findIndex(each => namesOf(each).includes(wish.anchor))
  const found = items[at]
  if (!found) {
    const message = `"${wish.anchor}" stands nowhere here: what is placed beside it comes last.`
    context.listener.notice(context.source, [...path, wish.word], 'layer-anchor', message, {
      word: wish.anchor,
      candidates: items.flatMap(namesOf),
    })
    return [...items, item]
  }
  const step = wish.word === '$after' ? 1 : 0
  if (!wish.sameRow) return items.toSpliced(at + step, 0, item)
  const line = found.items ?? [found]
  const within = line.findIndex(each => namesOf(each).includes(wish.anchor))
  // The widths of a line are shared anew by all that stand in it.
  const joined = line.toSpliced(within + step, 0, item).map(withoutSpan)
  return items.toSpliced(at, 1, { written: found.written, items: joined })
}

function wishOf(value: unknown, path: JsonPath, { source, listener }: MergeContext): Wish | undefined {
  if (!isRecord(value)) return undefined
  const { $after: after, $before: before, $row: row } = value
  if (after !== undefined && before !== undefined)
    listener.problem(source, [...path, '$before'], 'layer-place', 'An item stands after one thing or before one, not both.', {
      part: 'key',
    })
  if (row !== undefined && row !== 'same')
    listener.problem(source, [...path, '$row'], 'layer-place', '"$row" is "same", or left out for a line of its own.')
  const anchor = after ?? before
  if (anchor === undefined) return undefined
  if (typeof anchor !== 'string') {
    listener.problem(source, path, 'layer-place', 'The place of an item is named by a text: what it stands after, or before.')
    return undefined
  }
  return { word: after === undefined ? '$before' : '$after', anchor, sameRow: row === 'same' }
}

function withoutSpan(item: LayeredValue): LayeredValue {
  if (!item.members?.has('span')) return item
  return { written: item.written, members: new Map([...item.members].filter(([key]) => key !== 'span')) }
}

/** Puts the members of a named object where a layer wants them. */
export function placeMembers(
  members: ReadonlyMap<string, LayeredValue>,
  value: Readonly<Record<string, unknown>>,
  path: JsonPath,
  context: MergeContext,
): ReadonlyMap<string, LayeredValue> {
  const names = new Map([...members].map(([name, member]) => [member, name]))
  let order = [...members.values()]
  for (const [key, part] of Object.entries(value)) {
    const self = members.get(key)
    if (!self || !hasPlace(part)) continue
    const others = order.filter(each => each !== self)
    order = placeItem(others, self, part, [...path, key], each => [names.get(each) ?? ''], context)
  }
  return new Map(order.map(each => [names.get(each) ?? '', each]))
}
