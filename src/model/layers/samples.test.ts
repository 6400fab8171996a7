import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layeredFiles } from '../../../tests/fixtures/layeredFolder.ts'
import { isRecord } from '../../base/record.ts'
import { type DefinitionFile, readModel } from '../read.ts'
import { ProblemCollector } from '../source/problemCollector.ts'
import { lockName, lockText } from './drift.ts'
import type { Override } from './layerContext.ts'
import { layerSources } from './layerSources.ts'

/** A pizzeria chain, a market, and a house that fights the product: it hides, renames and moves things. */
const samples = readdirSync(join(import.meta.dirname, '../../../tests/fixtures/layers'))

const read = (files: readonly DefinitionFile[]) => {
  const report = new ProblemCollector()
  const { reading } = layerSources(files, report)
  if (!reading) throw new Error('There is no layer')
  return { ...reading, told: [...report.problems, ...reading.notices] }
}

function accepted(name: string): { files: DefinitionFile[]; overrides: readonly Override[] } {
  const files = layeredFiles(name)
  const { layers, overrides } = read(files)
  const [layer] = layers
  if (!layer) throw new Error(`${name} is no layer`)
  return { files: [...files, { path: lockName, text: lockText(layer, overrides), layer: layer.folder }], overrides }
}

type Holder = Record<string, unknown> | unknown[]

const isHolder = (value: unknown): value is Holder => isRecord(value) || Array.isArray(value)

/** Where a place by names stands in what the product says. */
function findPlace(root: unknown, steps: readonly string[]): { holder: Holder; key: string | number } | undefined {
  const [first = '', ...rest] = steps
  if (!isHolder(root)) return undefined
  const key = Array.isArray(root) ? root.findIndex(item => names(item, first)) : first
  const value: unknown = Array.isArray(root) ? root[Number(key)] : root[first]
  if (value === undefined) return undefined
  return rest.length === 0 ? { holder: root, key } : findPlace(value, rest)
}

const names = (item: unknown, name: string): boolean =>
  item === name || (isRecord(item) && [item.field, item.id, item.list].includes(name))

/** The product after a change at the place of which a layer speaks. */
function changed(
  files: readonly DefinitionFile[],
  { file, at }: Override,
  change: (holder: Holder, key: string | number) => void,
): DefinitionFile[] {
  return files.map(each => {
    if (each.path !== file || each.layer !== undefined) return each
    const value: unknown = JSON.parse(each.text)
    const place = findPlace(value, at.split('/'))
    if (!place) throw new Error(`${file} does not hold ${at}`)
    change(place.holder, place.key)
    return { ...each, text: JSON.stringify(value) }
  })
}

const put = (holder: Holder, key: string | number, value: unknown): void => {
  if (Array.isArray(holder)) holder[Number(key)] = value
  else holder[key] = value
}

const remove = (holder: Holder, key: string | number): void => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

const otherOf = (value: unknown): unknown =>
  typeof value === 'string'
    ? `${value} anew`
    : typeof value === 'number'
      ? value + 1
      : Array.isArray(value)
        ? value.slice(1)
        : undefined

describe.each(samples)('the layer %s', name => {
  test('is right over the product, and its registers are there', () => {
    const { problems, layers } = readModel(accepted(name).files)
    expect(problems).toEqual([])
    expect(layers?.notices).toEqual([])
  })

  test('is told once, at its own line, of each of its places that the product changes or takes away', () => {
    const { files, overrides } = accepted(name)
    const ofProduct = overrides.filter(({ was }) => was !== undefined)
    const told: string[] = []
    for (const override of ofProduct) {
      const place = `${override.file} ${override.at}`
      const gone = read(changed(files, override, remove))
      told.push(...gone.told.map(({ file }) => `${place} gone: ${file.includes(`/${name}/`)}`))
      const other = otherOf(override.was)
      if (other === undefined) continue
      const anew = read(changed(files, override, (holder, key) => put(holder, key, other)))
      told.push(...anew.told.map(({ file }) => `${place} anew: ${file.includes(`/${name}/`)}`))
    }
    const wanted = ofProduct.flatMap(override => {
      const place = `${override.file} ${override.at}`
      return [`${place} gone: true`, ...(otherOf(override.was) === undefined ? [] : [`${place} anew: true`])]
    })
    expect(told).toEqual(wanted)
  })
})
