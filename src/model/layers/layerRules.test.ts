import { expect, test } from 'vitest'
import { isRecord } from '../../base/record.ts'
import { metaSchemas } from '../fixtures/wordSpots.ts'
import { layerScopes } from './layerRules.ts'

interface Place {
  readonly at: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** Every schema of the meta-schemas that takes lists, or objects whose members have no names of the meta-schemas' own. */
function places(): Place[] {
  const found: Place[] = []
  const look = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const [i, each] of value.entries()) look(each, `${at}/${i}`)
    if (!isRecord(value)) return
    const isWord = at.endsWith('/properties')
    const types = isWord ? [] : [value.type].flat()
    const isMap = types.includes('object') && value.additionalProperties !== undefined && value.additionalProperties !== false
    if (types.includes('array') || isMap) found.push({ at, schema: value })
    for (const [key, each] of Object.entries(value))
      if (isWord || !['examples', 'enum', 'default', 'const', 'required'].includes(key)) look(each, `${at}/${key}`)
  }
  for (const [file, schema] of Object.entries(metaSchemas)) if (file !== 'names.json') look(schema, file)
  return found
}

const simple = ['deep', 'names', 'replace', 'set', 'append']

const hasRule = ({ schema }: Place): boolean => {
  const merge = schema['x-merge']
  return isRecord(merge) ? Array.isArray(merge.by) && merge.by.length > 0 : simple.includes(String(merge))
}

test('every list and every object of names says how layers join it', () => {
  const all = places()
  expect(all.length).toBeGreaterThan(200)
  expect(all.filter(place => !hasRule(place)).map(({ at }) => at)).toEqual([])
})

test('a list without a rule is found', () => {
  expect(hasRule({ at: 'x', schema: { type: 'array' } })).toBe(false)
})

test('each file says who may say its words, and each word that says otherwise knows how', () => {
  const wrong: string[] = []
  const look = (value: unknown, at: string): void => {
    if (!isRecord(value)) return
    if ('x-layer' in value && !layerScopes.some(scope => scope === value['x-layer'])) wrong.push(at)
    for (const [key, each] of Object.entries(value)) look(each, `${at}/${key}`)
  }
  for (const [file, schema] of Object.entries(metaSchemas)) {
    look(schema, file)
    if (!['names.json', 'common.json'].includes(file) && !('x-layer' in schema)) wrong.push(file)
  }
  expect(wrong).toEqual([])
})
