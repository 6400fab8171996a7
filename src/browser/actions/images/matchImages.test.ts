import { describe, expect, it } from 'vitest'
import { shopDefinitions } from '../../../model/fixtures/shop.ts'
import { readModel } from '../../../model/read.ts'
import { matchFields, recordsByName, recordsOfKeys, valuesToAsk } from './matchImages.ts'

const { produtos } = readModel(shopDefinitions).model.registers
if (!produtos) throw new Error('the shop has no products')
const fields = matchFields(produtos, ['nome'])

describe('records of files', () => {
  const rows = [
    { id: 1, nome: 'Coxinha' },
    { id: 2, nome: 'coxinha' },
    { id: 3, nome: '1001' },
  ]
  const byName = recordsByName(rows, fields)

  it('are those of its likeliest name that anybody has, in any letter case', () => {
    expect(recordsOfKeys(['1001 - coxinha', '1001'], byName).map(({ id }) => id)).toEqual([3])
    expect(recordsOfKeys(['COXINHA'], byName).map(({ id }) => id)).toEqual([1, 2])
    expect(recordsOfKeys(['pastel'], byName)).toEqual([])
  })

  it('a name is asked for in each letter case, once where it has none', () => {
    const [nome] = fields
    if (!nome) throw new Error('no field')
    expect(valuesToAsk('Ab', nome)).toEqual(['Ab', 'AB', 'ab'])
    expect(valuesToAsk('1001', nome)).toEqual(['1001'])
  })

  it('a field is not asked for what it cannot hold', () => {
    const [nome] = fields
    if (!nome) throw new Error('no field')
    expect(valuesToAsk('x'.repeat(51), nome)).toEqual([])
    expect(valuesToAsk('12a', { ...nome, kind: 'integer' })).toEqual([])
    expect(valuesToAsk('12', { ...nome, kind: 'integer' })).toEqual([12])
  })
})
