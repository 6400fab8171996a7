import { isRecord } from '../../base/record.ts'
import type { ProblemDetail } from '../source/problemCollector.ts'
import type { JsonPath, Source } from '../source/source.ts'
import type { LayeredValue } from './layeredValue.ts'
import type { LayerRules } from './layerRules.ts'

/** A folder of definitions that lies over the product's. */
export interface Layer {
  readonly name: string
  /** Its own names begin with `x_`, this and `_`. */
  readonly prefix: string
  /** Its folder, relative to that of the product's definitions. */
  readonly folder: string
}

/** One thing that a layer says of the product's, or adds to it. */
export interface Override {
  readonly layer: string
  /** The file, by its path in the product. */
  readonly file: string
  /** The place by names, not by numbers: `list/columns/cpf/title`. */
  readonly at: string
  /** The value that stood there before; nothing where the product says nothing. */
  readonly was?: unknown
  readonly is: unknown
  /** The layer's file and place. */
  readonly source: Source
  readonly path: JsonPath
  /** Why: the `$comment` that stands nearest. */
  readonly reason?: string
}

/** The listener that is told what a merge finds. */
export interface MergeListener {
  problem(source: Source, path: JsonPath, code: string, message: string, detail?: ProblemDetail): void
  notice(source: Source, path: JsonPath, code: string, message: string, detail?: ProblemDetail): void
  override(override: Override): void
}

/** A layer's file on its way into the product's. */
export interface MergeContext {
  readonly layer: Layer
  readonly file: string
  /** The file of the layer. */
  readonly source: Source
  readonly listener: MergeListener
  /** Tells whether a place was there when the layer was accepted. */
  wasThere(at: readonly string[]): boolean
}

/** A layer's word of one place. */
export interface LayerWord {
  readonly value: unknown
  /** Where it stands in the layer's file. */
  readonly path: JsonPath
  /** The place in the product, by names. */
  readonly at: readonly string[]
  readonly rules: LayerRules
  readonly reason?: string
  /** It is one of several that have their places: it may say where it stands. */
  readonly placed?: boolean
}

/** Keeps what a layer says, with what stood there. */
export function noteOverride(
  { value, path, at, reason }: LayerWord,
  was: unknown,
  { layer, file, source, listener }: MergeContext,
): void {
  listener.override({
    layer: layer.name,
    file,
    at: at.join('/'),
    ...(was === undefined ? {} : { was }),
    is: value,
    source,
    path,
    ...(reason === undefined ? {} : { reason }),
  })
}

/** Tells that a layer may not say this. */
export function refuseWord({ path, at }: LayerWord, { source, listener }: MergeContext, why: string): void {
  listener.problem(source, path, 'layer-refused', `A layer may not say "${at.join('/')}" so: ${why}.`, { part: 'key' })
}

/** Tells that the product says the same by now. */
export function tellNeedless({ path, at }: LayerWord, { source, listener }: MergeContext): void {
  listener.notice(source, path, 'layer-needless', `The product says the same of "${at.join('/')}": this is no longer needed.`)
}

/** Tells that two layers speak of one place: the later one wins. */
export function tellTwice(base: LayeredValue, word: LayerWord, { layer, source, listener, file }: MergeContext): void {
  const other = base.written.source
  if (other.layer === undefined || other.layer === layer.name) return
  const message = `The layer "${other.layer}" says "${word.at.join('/')}" of ${file} as well; that of "${layer.name}", which comes later, is in force.`
  listener.notice(source, word.path, 'layer-twice', message)
}

/** Tells that nothing of this name is there, with the nearest that is, and how own names begin. */
export function tellUnknown(
  name: string,
  known: Iterable<string>,
  { path }: LayerWord,
  { layer, source, listener }: MergeContext,
): void {
  const message = `There is no "${name}" here to be changed; what a layer adds under a name of its own begins with "${ownPrefix(layer)}".`
  listener.problem(source, path, 'layer-unknown', message, { part: 'key', word: name, candidates: known })
}

/** Returns how names begin that are a layer's own. */
export const ownPrefix = ({ prefix }: Layer): string => `x_${prefix}_`

/** Tells whether a name is the layer's own: later ones of the product never begin so. */
export const isOwnName = (name: string, layer: Layer): boolean =>
  name.startsWith(ownPrefix(layer)) || name.startsWith(`x_${layer.prefix}.`)

/** Words by which a layer places an item, or takes it from the screen. */
export const placeWords: readonly string[] = ['$after', '$before', '$row', '$hidden']

/** Returns a value without the words that say where it stands. */
export const withoutPlace = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !placeWords.includes(key))) : value

/** Tells whether two values of JSON are the same, in whatever order their members stand. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => isSame(item, other[i]))
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every(key => Object.hasOwn(other, key) && isSame(one[key], other[key]))
}
