import { isRecord, membersOf } from '../../base/record.ts'
import { truncate } from '../../base/text.ts'
import type { Source } from '../source/source.ts'
import { isSame, type Layer, type Override, ownPrefix } from './layerContext.ts'
import { presentVersion } from './manifest.ts'

/** The file in which a layer keeps what the product said when its words were accepted. */
export const lockName = 'layer.lock.json'

/** The product's value of a place; nothing where the product said nothing of it. */
interface Kept {
  readonly was?: unknown
}

/** The values that were accepted, by file and place. */
export interface Lock {
  /** The version of the product then. */
  readonly product: string
  readonly kept: ReadonlyMap<string, Kept>
}

/** The lock of a layer that was never accepted. */
export const noLock: Lock = { product: '', kept: new Map() }

const keyOf = ({ file, at }: Pick<Override, 'file' | 'at'>): string => `${file}#${at}`

/** Tells whether the product may come to say something of that place: of what is the layer's own by its name it never does. */
const isOverProduct = ({ at, source, path }: Override, layer: Layer): boolean =>
  path.length > 0 &&
  source.layer === layer.name &&
  !at.split('/').some(step => step.startsWith(ownPrefix(layer)) || step.startsWith(`x_${layer.prefix}.`))

/** Returns the text of a lock: for each place of the product of which a layer says something, what the product says there now. */
export function lockText(layer: Layer, overrides: readonly Override[]): string {
  const own = overrides.filter(each => each.layer === layer.name && isOverProduct(each, layer))
  const files = [...new Set(own.map(({ file }) => file))].sort()
  const places = files.map(file => {
    const here = own.filter(each => each.file === file).sort((a, b) => (a.at < b.at ? -1 : 1))
    return [file, Object.fromEntries(here.map(({ at, was }) => [at, was === undefined ? {} : { was }]))]
  })
  return `${JSON.stringify({ product: presentVersion, places: Object.fromEntries(places) }, undefined, 2)}\n`
}

/** Reads what a layer's lock keeps. */
export function readLock({ value }: Source): Lock {
  const { product, places } = membersOf(value)
  const kept = Object.entries(membersOf(places)).flatMap(([file, all]) =>
    Object.entries(membersOf(all)).flatMap(([at, each]) => (isRecord(each) ? [[keyOf({ file, at }), each] as const] : [])),
  )
  return { product: typeof product === 'string' ? product : '', kept: new Map(kept) }
}

/** Tells whether a place of a file is one that a lock keeps. */
export const isKept = ({ kept }: Lock, file: string, at: readonly string[]): boolean =>
  kept.has(keyOf({ file, at: at.join('/') }))

/** A place at which the product and a layer have drifted apart. */
export interface Drift {
  readonly override: Override
  readonly message: string
}

/** Returns the places whose value the product has changed since a layer was accepted, and how many were never accepted. */
export function driftOf(
  layer: Layer,
  overrides: readonly Override[],
  { product, kept }: Lock,
): { readonly drifts: readonly Drift[]; readonly unaccepted: number } {
  const own = overrides.filter(each => each.layer === layer.name && isOverProduct(each, layer))
  const below = (override: Override): Kept | undefined => {
    if (override.was !== undefined) return undefined
    const found = [...kept.keys()].filter(key => key.startsWith(`${keyOf(override)}/`))
    // The whole item of which words were changed is gone, and what the layer says makes another.
    return found.length > 0
      ? { was: Object.fromEntries(found.map(key => [key.split('/').at(-1), kept.get(key)?.was])) }
      : undefined
  }
  const drifts = own.flatMap((override): Drift[] => {
    const base = kept.get(keyOf(override)) ?? below(override)
    if (!base || isSame(base.was, override.was)) return []
    return [{ override, message: driftText(override, base, product) }]
  })
  return { drifts, unaccepted: own.filter(each => !kept.has(keyOf(each)) && !below(each)).length }
}

const driftText = ({ at, was, is }: Override, base: Kept, version: string): string =>
  `"${at}" ${said('was', base.was)} (${version}), the product now ${said('says', was)} (${presentVersion}), yours is ${shortText(is)} and stays in force. To keep it: npm run layers -- accept; to drop it, delete this line.`

const said = (verb: string, value: unknown): string => (value === undefined ? `${verb} nothing` : `${verb} ${shortText(value)}`)

const shortText = (value: unknown): string => truncate(JSON.stringify(value), 78)
