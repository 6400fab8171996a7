import { isRecord } from '../../base/record.ts'
import type { JsonPath } from '../source/source.ts'
import {
  isOwnName,
  isSame,
  type LayerWord,
  type MergeContext,
  noteOverride,
  placeWords,
  refuseWord,
  tellNeedless,
  tellTwice,
  tellUnknown,
  withoutPlace,
} from './layerContext.ts'
import { type LayeredValue, layeredValue, plainValue } from './layeredValue.ts'
import { itemRules, type KeyedMerge, type LayerRules, listMergeOf, memberRules, objectMergeOf, takesText } from './layerRules.ts'
import { narrow } from './narrow.ts'
import { hasPlace, placeItem, placeMembers } from './placeItem.ts'

/** Joins what a layer says with what stands there, and tells what it may not say. */
export function mergeWord(base: LayeredValue, word: LayerWord, context: MergeContext): LayeredValue {
  const { value, rules } = word
  if (isRecord(value) && base.members && objectMergeOf(rules) !== 'replace') return mergeMembers(base, value, word, context)
  if (Array.isArray(value) && base.items) {
    const merge = listMergeOf(rules)
    if (merge === 'set' || merge === 'append') return addItems(base, value, word, context)
    if (typeof merge === 'object') return mergeItems(base, value, merge, word, context)
  }
  return setWord(base, word, context) ?? base
}

/** Puts a layer's value where the product has another one, or none. */
function setWord(base: LayeredValue | undefined, word: LayerWord, context: MergeContext): LayeredValue | undefined {
  const { value, path, rules } = word
  const said = base && plainValue(base)
  if (base && isSame(said, value)) {
    tellNeedless(word, context)
    return base
  }
  const narrowed = narrow(rules.scope, said, value)
  if ('why' in narrowed) {
    refuseWord(word, context, narrowed.why)
    return base
  }
  if (base) tellTwice(base, word, context)
  noteOverride(word, said, context)
  const made = layeredValue(context.source, narrowed.value, path)
  if (!narrowed.joins || !base) return made
  // `(theirs) && (ours)`: a fault is told in the text that has it.
  const length = String(said).length
  return {
    ...made,
    pieces: [
      { from: 1, length, written: base.written },
      { from: length + 7, length: String(value).length, written: { source: context.source, path } },
    ],
  }
}

function mergeMembers(
  base: LayeredValue,
  value: Readonly<Record<string, unknown>>,
  { path, at, rules, reason, placed }: LayerWord,
  context: MergeContext,
): LayeredValue {
  const members = new Map(base.members)
  const why = typeof value.$comment === 'string' ? { reason: value.$comment } : reason === undefined ? {} : { reason }
  const named = objectMergeOf(rules) === 'names'
  const beside = [...members.keys()]
  for (const [key, part] of Object.entries(value)) {
    if (key === '$schema') continue
    if (placeWords.includes(key)) {
      // They are read by who holds the object.
      if (!placed || (key === '$hidden' && named)) tellStray(key, [...path, key], context)
      continue
    }
    const word: LayerWord = {
      value: part,
      path: [...path, key],
      at: [...at, key],
      rules: memberRules(rules, key, beside),
      ...why,
      placed: named,
    }
    const name = named && !members.has(key) ? (renamed(members, key, word, context) ?? key) : key
    const held = members.get(name)
    if (key === '$comment') members.set(key, layeredValue(context.source, part, word.path))
    else if (held) members.set(name, mergeWord(held, { ...word, at: [...at, name] }, context))
    else {
      const made = named ? addNamed(key, beside, word, context) : setWord(undefined, word, context)
      if (made) members.set(key, made)
    }
  }
  return { written: base.written, members: named ? placeMembers(members, value, path, context) : members }
}

/** Follows a name that the product has changed (`was`), and tells it. */
function renamed(
  members: ReadonlyMap<string, LayeredValue>,
  name: string,
  { path }: LayerWord,
  { source, listener }: MergeContext,
): string | undefined {
  const found = [...members].find(([, { members: words }]) => words?.get('was')?.plain === name)?.[0]
  if (found === undefined) return undefined
  listener.notice(source, path, 'layer-renamed', `The product calls "${name}" "${found}" now: write that name here.`)
  return found
}

/** A new member of what names things: it carries the layer's own prefix, so that no later one of the product can be called the same. */
function addNamed(name: string, known: readonly string[], word: LayerWord, context: MergeContext): LayeredValue | undefined {
  if (!isOwnName(name, context.layer)) {
    tellUnknown(name, known, word, context)
    return undefined
  }
  noteOverride(word, undefined, context)
  return layeredValue(context.source, withoutPlace(word.value), word.path)
}

/** Values and items without names are added behind those that are there. */
function addItems(base: LayeredValue, value: readonly unknown[], word: LayerWord, context: MergeContext): LayeredValue {
  const { path, at, rules } = word
  const held = (base.items ?? []).map(plainValue)
  const items = value.flatMap((item, i) => {
    const each = { ...word, value: item, path: [...path, i], at: [...at, textOf(item)] }
    if (held.some(other => isSame(other, item))) {
      tellNeedless(each, context)
      return []
    }
    if (!takesMore(rules)) {
      refuseWord(each, context, 'it is the product’s alone')
      return []
    }
    noteOverride(each, undefined, context)
    return [layeredValue(context.source, item, each.path)]
  })
  return { written: base.written, items: [...(base.items ?? []), ...items] }
}

function tellStray(word: string, path: JsonPath, { source, listener }: MergeContext): void {
  const message = `"${word}" says nothing here: items of lists have places, and fields are taken from the screen by "hidden".`
  listener.problem(source, path, 'layer-place', message, { part: 'key' })
}

const textOf = (item: unknown): string => (typeof item === 'string' ? item : JSON.stringify(item))

const takesMore = ({ scope }: LayerRules): boolean => scope === 'free' || scope === 'add'

/** Items that are known by a word: those that are there are changed, moved or hidden, others are added. */
function mergeItems(
  base: LayeredValue,
  value: readonly unknown[],
  merge: KeyedMerge,
  word: LayerWord,
  context: MergeContext,
): LayeredValue {
  let items = [...(base.items ?? [])]
  for (const [i, item] of value.entries())
    items = mergeItem(
      items,
      merge,
      { ...word, value: item, path: [...word.path, i], rules: itemRules(word.rules), placed: true },
      word,
      context,
    )
  return { written: base.written, items }
}

function mergeItem(
  items: LayeredValue[],
  merge: KeyedMerge,
  word: LayerWord,
  list: LayerWord,
  context: MergeContext,
): LayeredValue[] {
  const { value, path } = word
  const namesOf = (item: LayeredValue): readonly string[] =>
    item.items && merge.lines ? item.items.flatMap(namesOf) : [keyOf(plainValue(item), merge)?.name ?? '']
  if (Array.isArray(value) && merge.lines) return addLine(items, value, namesOf, merge, word, list, context)
  const key = keyOf(value, merge)
  if (!key) {
    const words = merge.by.map(each => `"${each}"`).join(' or ')
    context.listener.problem(context.source, path, 'layer-unnamed', `This names nothing: an item is known by ${words}.`)
    return items
  }
  const named = { ...word, at: [...list.at, key.name] }
  const found = placesOf(items, key, merge)
  if (found.length > 1) {
    context.listener.problem(
      context.source,
      path,
      'layer-ambiguous',
      `"${key.name}" stands ${found.length} times here: which one is meant?`,
    )
    return items
  }
  const [place] = found
  if (!place) return addItem(items, namesOf, key, merge, named, list, context)
  return changeItem(items, place, namesOf, merge, named, context)
}

interface ItemKey {
  readonly word: string
  readonly name: string
}

/** The first of the words by which items are known that this one has. */
function keyOf(item: unknown, { by }: KeyedMerge): ItemKey | undefined {
  if (!isRecord(item)) return typeof item === 'string' ? { word: by[0] ?? '', name: item } : undefined
  const word = by.find(each => ['string', 'number'].includes(typeof item[each]))
  return word === undefined ? undefined : { word, name: String(item[word]) }
}

/** Where an item stands: its number in the list and, in a line, its number there. */
type ItemPlace = readonly [number] | readonly [number, number]

function placesOf(items: readonly LayeredValue[], key: ItemKey, merge: KeyedMerge): ItemPlace[] {
  const fits = (item: LayeredValue): boolean => {
    const other = keyOf(plainValue(item), merge)
    // A text in the place of an object names what its first word names, or a list.
    return other?.name === key.name && (other.word === key.word || item.members === undefined)
  }
  return items.flatMap((item, i): ItemPlace[] => {
    if (item.items && merge.lines) return item.items.flatMap((each, j): ItemPlace[] => (fits(each) ? [[i, j]] : []))
    return fits(item) ? [[i]] : []
  })
}

const itemAt = (items: readonly LayeredValue[], [i, j]: ItemPlace): LayeredValue | undefined =>
  j === undefined ? items[i] : items[i]?.items?.[j]

/** The list with another item in this place, or without it; a line that is empty then goes. */
function withItem(items: readonly LayeredValue[], [i, j]: ItemPlace, item: LayeredValue | undefined): LayeredValue[] {
  const put = item ? [item] : []
  const line = items[i]
  if (j === undefined || !line?.items) return items.toSpliced(i, 1, ...put)
  const rest = line.items.toSpliced(j, 1, ...put)
  return rest.length === 0 ? items.toSpliced(i, 1) : items.toSpliced(i, 1, { ...line, items: rest })
}

function changeItem(
  items: LayeredValue[],
  place: ItemPlace,
  namesOf: (item: LayeredValue) => readonly string[],
  merge: KeyedMerge,
  word: LayerWord,
  context: MergeContext,
): LayeredValue[] {
  const { value, path } = word
  const item = itemAt(items, place)
  if (!item) return items
  if (isRecord(value) && value.$hidden === true) {
    noteOverride({ ...word, value: '$hidden' }, plainValue(item), context)
    return withItem(items, place, undefined)
  }
  // The name of the item is what it was found by.
  const words = isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !merge.by.includes(key))) : {}
  const changed = saysMore(words) ? shortened(mergeMembers(opened(item, merge), words, word, context), merge, word) : item
  if (!hasPlace(value)) {
    if (changed === item) tellNeedless(word, context)
    return withItem(items, place, changed)
  }
  noteOverride({ ...word, at: [...word.at, '$place'], value: value }, undefined, context)
  return placeItem(withItem(items, place, undefined), changed, value, path, namesOf, context)
}

const saysMore = (words: Readonly<Record<string, unknown>>): boolean => Object.keys(words).some(key => !placeWords.includes(key))

/** An item that is a text as the object that it is short for. */
const opened = (item: LayeredValue, { by }: KeyedMerge): LayeredValue =>
  item.members ? item : { written: item.written, members: new Map([[by[0] ?? '', item]]) }

/** An object that says nothing but its name as the text that is short for it, where texts stand. */
function shortened(item: LayeredValue, { by }: KeyedMerge, { rules }: LayerWord): LayeredValue {
  const name = item.members?.get(by[0] ?? '')
  return item.members?.size === 1 && name && takesText(rules) ? name : item
}

function addItem(
  items: LayeredValue[],
  namesOf: (item: LayeredValue) => readonly string[],
  key: ItemKey,
  merge: KeyedMerge,
  word: LayerWord,
  list: LayerWord,
  context: MergeContext,
): LayeredValue[] {
  const { value, path } = word
  const isHiding = isRecord(value) && value.$hidden !== undefined
  if (isHiding && context.wasThere(word.at)) {
    const message = `"${key.name}" is gone from the product: this is no longer needed.`
    context.listener.notice(context.source, path, 'layer-gone', message)
    return items
  }
  if (isHiding || (key.word === 'id' && !isOwnName(key.name, context.layer))) {
    tellUnknown(key.name, items.flatMap(namesOf), { ...word, path: isRecord(value) ? [...path, key.word] : path }, context)
    return items
  }
  if (!takesMore(list.rules)) {
    refuseWord(word, context, 'what stands here is the product’s alone')
    return items
  }
  noteOverride({ ...word, value: withoutPlace(value) }, undefined, context)
  const made = shortened(layeredValue(context.source, withoutPlace(value), path), merge, word)
  return placeItem(items, made, value, path, namesOf, context)
}

/** A line of new items; it stands where its first item wants to. */
function addLine(
  items: LayeredValue[],
  value: readonly unknown[],
  namesOf: (item: LayeredValue) => readonly string[],
  merge: KeyedMerge,
  word: LayerWord,
  list: LayerWord,
  context: MergeContext,
): LayeredValue[] {
  const here = items.flatMap(namesOf)
  const lines: { readonly item: LayeredValue; readonly path: JsonPath }[] = []
  for (const [i, each] of value.entries()) {
    const key = keyOf(each, merge)
    const path = [...word.path, i]
    if (!key || here.includes(key.name)) {
      const why = key ? `"${key.name}" stands here already: it is moved by itself, with "$after".` : 'This names nothing.'
      context.listener.problem(context.source, path, 'layer-unnamed', why)
      continue
    }
    noteOverride({ ...word, value: withoutPlace(each), path, at: [...list.at, key.name] }, undefined, context)
    lines.push({ item: layeredValue(context.source, withoutPlace(each), path), path })
  }
  const [first] = lines
  if (!first) return items
  const line: LayeredValue = { written: { source: context.source, path: word.path }, items: lines.map(({ item }) => item) }
  return placeItem(items, line, value[0], first.path, namesOf, context)
}
