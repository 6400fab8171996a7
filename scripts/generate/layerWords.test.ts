import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { metaSchemas } from '../../src/model/fixtures/wordSpots.ts'
import { fileKindOf } from '../../src/model/source/definitions.ts'
import { layeredFiles, sampleLayer } from '../../tests/fixtures/layeredFolder.ts'
import { partialMetaSchemas } from './layerWords.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
const { 'names.json': names, ...meta } = metaSchemas
for (const text of partialMetaSchemas(meta).values()) ajv.addSchema(JSON.parse(text))
ajv.addSchema(names ?? {})

const errorsOf = (path: string, value: unknown): unknown[] => {
  const validate = ajv.getSchema(`${fileKindOf(path)?.kind}.json`)
  return validate?.(value) === true ? [] : (validate?.errors ?? ['no schema'])
}

test('what layers say has the shape from which editors complete, and a wrong word has not', () => {
  for (const { path, layer } of layeredFiles('acme')) {
    if (layer === undefined || !fileKindOf(path)) continue
    const value = JSON.parse(readFileSync(join(sampleLayer('acme'), path), 'utf8'))
    expect([path, errorsOf(path, value)]).toEqual([path, []])
    expect(errorsOf(path, { ...value, titel: 'x' })).not.toEqual([])
  }
})
