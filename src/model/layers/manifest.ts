import product from '../../../package.json' with { type: 'json' }
import { isRecord } from '../../base/record.ts'
import type { ProblemCollector } from '../source/problemCollector.ts'
import type { JsonPath, Source } from '../source/source.ts'
import type { Layer } from './layerContext.ts'

/** The file that makes a folder a layer. */
export const manifestName = 'layer.json'

/** A layer as it presents itself. */
export interface Manifest extends Layer {
  readonly source: Source
  /** Versions of the product for which it was made: `^3.2`. */
  readonly product: string
  /** Layers over which it lies. */
  readonly after: readonly string[]
}

const words = ['$schema', '$comment', 'name', 'prefix', 'product', 'after']

/** Reads what a layer says of itself, and tells what is wrong with it. */
export function readManifest(source: Source, folder: string, report: ProblemCollector): Manifest | undefined {
  for (const fault of source.faults) report.at(source.path, fault.place, fault.code, fault.message)
  const { value } = source
  if (source.faults.length > 0) return undefined
  if (!isRecord(value)) {
    report.add(source, [], 'type', 'A layer says its "name", its "prefix" and the "product" that it was made for.')
    return undefined
  }
  const tell = (path: JsonPath, message: string): void => report.add(source, path, 'layer-manifest', message)
  for (const key of Object.keys(value))
    if (!words.includes(key))
      report.add(source, [key], 'keyword-unknown', `The keyword "${key}" is not known here.`, {
        part: 'key',
        word: key,
        candidates: words,
      })
  const { name, prefix, product: wanted, after = [] } = value
  if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name))
    tell(['name'], 'A layer has a "name" of small letters: "acme".')
  if (typeof prefix !== 'string' || !/^[a-z][a-z0-9]{0,11}$/.test(prefix))
    tell(
      ['prefix'],
      'A layer has a "prefix" of small letters and digits, at most 12: what it names itself begins with "x_" and that.',
    )
  if (typeof wanted !== 'string' || !range.test(wanted))
    tell(['product'], 'A layer says for which "product" it was made: "^0.1", or "0.1.0" for this version alone.')
  if (!Array.isArray(after) || after.some(each => typeof each !== 'string'))
    tell(['after'], '"after" lists layers by their names.')
  if (typeof name !== 'string' || typeof prefix !== 'string' || typeof wanted !== 'string') return undefined
  return { source, name, prefix, folder, product: wanted, after: Array.isArray(after) ? after.map(String) : [] }
}

const range = /^\^?\d+(\.\d+){0,2}$/

/** The version of the product at hand. */
export const presentVersion: string = product.version

/** Tells whether a version is one of those that a layer names: with `^` whatever is compatible, else just that one. */
export function isVersionOf(version: string, wanted: string): boolean {
  const [major = 0, minor = 0, patch = 0] = numbersOf(version)
  const given = numbersOf(wanted.replace('^', ''))
  const [first = 0, second = 0, third = 0] = given
  if (!wanted.startsWith('^')) return given.every((each, i) => each === numbersOf(version)[i])
  if (major !== first) return false
  // Before 1.0 each minor version may break.
  if (major === 0) return minor === second && patch >= third
  return minor > second || (minor === second && patch >= third)
}

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** Tells where the order of the layers is not the one that they ask for, and which two have the same name or prefix. */
export function checkOrder(manifests: readonly Manifest[], report: ProblemCollector): void {
  for (const [i, { source, name, prefix, after }] of manifests.entries()) {
    const before = manifests.slice(0, i)
    for (const [at, other] of after.entries())
      if (!before.some(each => each.name === other))
        report.add(
          source,
          ['after', at],
          'layer-order',
          `"${name}" lies over "${other}", which LAYERS does not name before it.`,
          {
            word: other,
            candidates: manifests.map(each => each.name),
          },
        )
    if (before.some(each => each.name === name))
      report.add(source, ['name'], 'layer-twin', `Another layer is called "${name}" already.`)
    if (before.some(each => each.prefix === prefix))
      report.add(source, ['prefix'], 'layer-twin', `Another layer has the prefix "${prefix}" already.`)
  }
}
