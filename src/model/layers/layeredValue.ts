import { isRecord } from '../../base/record.ts'
import type { JsonPath, Source } from '../source/source.ts'

/** Where something was written. */
export interface Written {
  readonly source: Source
  readonly path: JsonPath
}

/** A stretch of a text that was put together from several, and where it was written. */
export interface TextPiece {
  readonly from: number
  readonly written: Written
  readonly length: number
}

/** A value whose parts know where each of them was written. */
export interface LayeredValue {
  readonly written: Written
  readonly members?: ReadonlyMap<string, LayeredValue>
  readonly items?: readonly LayeredValue[]
  /** The value itself, where it is neither an object nor a list. */
  readonly plain?: unknown
  readonly pieces?: readonly TextPiece[]
}

/** Returns a value of a file with the places of all its parts. */
export function layeredValue(source: Source, value: unknown, path: JsonPath = []): LayeredValue {
  const written = { source, path }
  if (Array.isArray(value)) return { written, items: value.map((item, i) => layeredValue(source, item, [...path, i])) }
  if (!isRecord(value)) return { written, plain: value }
  return {
    written,
    members: new Map(Object.entries(value).map(([key, part]) => [key, layeredValue(source, part, [...path, key])])),
  }
}

/** Returns the value without its places. */
export function plainValue({ members, items, plain }: LayeredValue): unknown {
  if (items) return items.map(plainValue)
  return members ? Object.fromEntries([...members].map(([key, part]) => [key, plainValue(part)])) : plain
}

/** Returns where a place of the whole was written, or the nearest that is there; `offset` is a character of its text. */
export function writtenAt(whole: LayeredValue, path: JsonPath, offset?: number): Written & { readonly offset?: number } {
  let held = whole
  for (const [i, step] of path.entries()) {
    const next: LayeredValue | undefined = held.items ? held.items[Number(step)] : held.members?.get(String(step))
    // A missing part is told where it is missed, in the file of the rest.
    if (next === undefined) return { source: held.written.source, path: [...held.written.path, ...path.slice(i)] }
    held = next
  }
  if (offset === undefined) return held.written
  const piece = held.pieces?.find(({ from, length }) => offset >= from && offset <= from + length)
  return piece ? { ...piece.written, offset: offset - piece.from } : { ...held.written, offset }
}

/** Returns the layer's word that is nearest to a place: the one to look at where something does not hold that the product alone keeps. */
export function nearestOfLayer(whole: LayeredValue, path: JsonPath): Written | undefined {
  const holders = [whole]
  for (const step of path) {
    const held = holders.at(-1)
    const next = held?.items ? held.items[Number(step)] : held?.members?.get(String(step))
    if (!next) break
    holders.push(next)
  }
  for (const holder of holders.toReversed()) {
    const found = firstOfLayer(holder)
    if (found) return found
  }
  return undefined
}

function firstOfLayer(value: LayeredValue): Written | undefined {
  if (value.written.source.layer !== undefined) return value.written
  for (const part of value.items ?? value.members?.values() ?? []) {
    const found = firstOfLayer(part)
    if (found) return found
  }
  return undefined
}
