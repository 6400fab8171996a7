import { expect, it } from 'vitest'
import { isKindName, kindNames, kindByName as kindOf } from '../../src/kinds/values.ts'
import { shopDefinitions } from '../../src/model/fixtures/shop.ts'
import { readModel } from '../../src/model/read.ts'
import { registerValidators } from './validators.ts'

const options = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' },
]

/** A field of a kind, as a definition says it. */
function fieldOf(kind: string): object {
  if (!isKindName(kind)) throw new Error(kind)
  const { chosenFrom, jsonTypes } = kindOf(kind)
  if (chosenFrom === 'records') return { type: jsonTypes[0], title: kind, reference: { to: 'grupos' } }
  const type = chosenFrom === 'options' && jsonTypes.includes('string') ? 'string' : jsonTypes[0]
  return { type, format: kind, title: kind, ...(chosenFrom === 'options' ? { oneOf: options } : {}), personal: false }
}

it('a register of every kind of value has a validator that needs nothing of ajv', () => {
  const properties = Object.fromEntries(kindNames.map(kind => [`campo_${kind}`, fieldOf(kind)]))
  const register = {
    title: 'Tudo',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'owner' } },
    properties: { nome: { type: 'string', title: 'Nome', personal: false }, ...properties },
  }
  const { model, problems } = readModel([
    ...shopDefinitions,
    { path: 'registers/loja/tudo.schema.json', text: JSON.stringify(register) },
  ])
  expect(problems).toEqual([])
  const code = registerValidators(model).get('registers/tudo/validator.ts')
  expect(code).toContain('campo_multiChoice')
  expect(code).not.toContain('require(')
})
