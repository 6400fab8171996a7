import { expect, it } from 'vitest'
import { shopDefinitions } from '../../../model/fixtures/shop.ts'
import { readModel } from '../../../model/read.ts'
import { massEditFields } from './massEditAction.ts'

const shown = (computed: object): string[] => {
  const files = shopDefinitions.map(file => {
    if (file.path !== 'registers/cardapio/grupos.schema.json') return file
    const value = JSON.parse(file.text)
    return { ...file, text: JSON.stringify({ ...value, properties: { ...value.properties, ...computed } }) }
  })
  const { model, problems } = readModel(files)
  expect(problems).toEqual([])
  return model.registers.grupos ? massEditFields(model.registers.grupos).map(({ name }) => name) : []
}

it('a mass change offers what people type, and nothing that saves work out again', () => {
  const total = { type: 'integer', title: 'Letras' }
  expect(shown({ letras: total })).toEqual(['ativo', 'letras'])
  expect(shown({ letras: { ...total, compute: 'size(nome)' } })).toEqual(['ativo'])
})
