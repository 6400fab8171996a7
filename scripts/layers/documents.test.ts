import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readModel } from '../../src/model/read.ts'
import { readDefinitionFiles, schemasFolder } from '../../src/server/start/definitionFiles.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/layers.md'), 'utf8')

/** The files that the page shows: a name, and what the file holds. */
const shown = [...page.matchAll(/^`([^`]+\.json)`:\n```json\n(.*?)^```/gms)].map(([, path = '', text = '']) => ({
  path,
  text,
  layer: '../acme',
}))

test('the layer of docs/layers.md works as it is shown', () => {
  expect(shown.map(({ path }) => path)).toContain('layer.json')
  const { problems, layers, model } = readModel([...readDefinitionFiles(schemasFolder, []), ...shown])
  expect(problems).toEqual([])
  expect(layers?.notices.map(({ code }) => code)).toEqual(['layer-unaccepted'])
  expect(model.registers.parceiros?.fields.map(({ name }) => name)).toContain('x_acme_mesa')
})

test('docs/layers.md names each code that the checker tells of layers', () => {
  const sources = ['layerContext', 'layerSources', 'mergeLayer', 'productMakers'].map(name =>
    readFileSync(join(import.meta.dirname, `../../src/model/layers/${name}.ts`), 'utf8'),
  )
  const codes = new Set(sources.flatMap(text => [...text.matchAll(/'(layer-[a-z-]+)'/g)].map(match => match[1] ?? '')))
  // Mistakes that say all by themselves.
  const plain = new Set(['layer-manifest', 'layer-name', 'layer-place', 'layer-unnamed', 'layer-ambiguous'])
  expect([...codes].filter(code => !plain.has(code) && !page.includes(`\`${code}\``))).toEqual([])
})
