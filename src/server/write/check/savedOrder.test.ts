import { expect, test } from 'vitest'
import { readModel } from '../../../model/read.ts'
import { savedOrderOf } from './savedOrder.ts'

const number = { type: 'number', title: 'Número' }
const shown = { ...number, stored: false }

/** Names of what is computed when a record of such a register is saved. */
function computedAtSave(properties: object, more: object = {}): string[] {
  const definition = {
    title: 'Contas',
    type: 'object',
    register: { scope: 'store', label: 'nome', access: { all: 'logged' }, ...more },
    properties: { nome: { type: 'string', title: 'Nome' }, custo: number, ...properties },
  }
  const { model, problems } = readModel([
    { path: 'registers/toys/contas.schema.json', text: JSON.stringify(definition) },
    {
      path: 'messages/contas.json',
      text: JSON.stringify({ messages: { 'conta.large': { text: 'Menos.', kind: 'validation', when: 'Muito' } } }),
    },
  ])
  expect(problems).toEqual([])
  const register = model.registers.contas
  if (!register) throw new Error('The register was not read')
  return savedOrderOf(model, register).steps.map(({ field }) => field.name)
}

test('what is only shown is not computed for a save, what is kept is', () => {
  expect(computedAtSave({ margem: { ...shown, compute: 'custo * 2.0' }, preco: { ...number, compute: 'custo * 3.0' } })).toEqual([
    'preco',
  ])
})

test('what is only shown is computed where something that is kept, a condition or a rule reads it', () => {
  const margin = { ...shown, compute: 'custo * 2.0' }
  expect(computedAtSave({ margem: margin, preco: { ...number, compute: 'margem + 1.0' } })).toEqual(['margem', 'preco'])
  expect(computedAtSave({ margem: margin, obs: { type: 'string', title: 'Obs', requiredWhen: 'margem > 5.0' } })).toEqual([
    'margem',
  ])
  const rule = { rule: 'margem < 9.0', message: 'conta.large', fields: ['custo'] }
  expect(computedAtSave({ margem: margin }, { rules: [rule] })).toEqual(['margem'])
})

test('what is only shown is computed where rows of a list read it, and in rows that the record reads', () => {
  const rows = (compute: string, of: object = number) => ({
    type: 'array',
    title: 'Itens',
    items: { type: 'object', properties: { valor: number, parte: { ...of, compute } } },
  })
  const margin = { ...shown, compute: 'custo * 2.0' }
  expect(computedAtSave({ margem: margin, itens: rows('valor * parent.margem') })).toEqual(['margem', 'parte'])
  const total = { ...number, compute: 'sum(itens.map(i, i.parte))' }
  expect(computedAtSave({ total, itens: rows('valor * 2.0', shown) })).toEqual(['parte', 'total'])
  expect(computedAtSave({ itens: rows('valor * 2.0', shown) })).toEqual([])
})
