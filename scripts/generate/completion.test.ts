import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { allWords, metaSchemas, wordSpots } from '../../src/model/fixtures/wordSpots.ts'
import { completedNames } from '../../src/model/source/completedNames.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'

interface Names {
  readonly $defs: Readonly<Record<string, { readonly anyOf: readonly [object, { readonly enum: readonly string[] }] }>>
}

describe('values that editors complete', () => {
  const { $defs } = JSON.parse(readFileSync('schemas/meta/names.json', 'utf8')) as Names
  const files = readDefinitionFiles()
  const spots = wordSpots(files.filter(({ path }) => path.endsWith('.json')))

  it('are all that the definitions name', () => {
    expect(Object.keys($defs)).toEqual([...completedNames])
    for (const what of ['kind', 'register', 'icon', 'menuGroup', 'page', 'query', 'filter', 'sharedField', 'message'])
      for (const spot of spots.filter(each => each.refs.has(`names.json#/$defs/${what}`)))
        expect($defs[what]?.anyOf[1].enum, `${spot.file.path} ${spot.path.join('.')}`).toContain(spot.value.value)
  })

  it.each(['kind', 'register', 'field', 'gate', 'icon', 'menuGroup', 'page', 'query'])('of %s are offered somewhere', what => {
    expect(spots.filter(spot => spot.refs.has(`names.json#/$defs/${what}`)).length).toBeGreaterThan(0)
  })

  it('stand beside words that are all explained', () => {
    const words = [...allWords()].filter(([, { $ref, description }]) => typeof description !== 'string' && $ref === undefined)
    expect(words.map(([word]) => word)).toEqual([])
    const blank = [...allWords()].filter(([, { description }]) => description === '')
    expect(blank.map(([word]) => word)).toEqual([])
  })

  it('leave a name that was written a moment ago alone', () => {
    const ajv = new Ajv2020({ strict: false })
    for (const schema of Object.values(metaSchemas)) ajv.addSchema(schema)
    const validate = ajv.getSchema('register.json')
    const own = { title: 'X', type: 'object', register: { scope: 'store', menu: 'own', label: 'own' }, properties: {} }
    expect(validate?.(own), JSON.stringify(validate?.errors)).toBe(true)
  })
})
