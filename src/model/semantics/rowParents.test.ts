import { expect, it } from 'vitest'
import { readModel } from '../read.ts'

const access = { all: 'logged' }
const record = (properties: object, rules: object[] = []) => ({
  title: 'Cadastro',
  type: 'object',
  register: { scope: 'store', label: 'nome', access, rules },
  properties: { nome: { type: 'string', title: 'Nome' }, ...properties },
})
const owner = {
  dias: { type: 'integer', title: 'Dias' },
  itens: { type: 'array', title: 'Itens', list: { register: 'alugados', by: 'aluguelId' } },
}
const reference = (to: string, as: string) => ({ type: 'integer', title: 'De quem', reference: { to, as } })

/** The problems of rows of rentals with such a computed field, with their places. */
function told(compute: string, others: object = {}, rules: object[] = [], more: object = {}): string[] {
  const registers = {
    alugueis: record(owner),
    alugados: record(
      {
        aluguelId: reference('alugueis', 'aluguel'),
        diaria: { type: 'integer', title: 'Diária' },
        total: { type: 'integer', title: 'Total', compute },
        nota: { type: 'string', title: 'Nota', ...more },
        pacoteId: reference('pacotes', 'pacote'),
      },
      rules,
    ),
    pacotes: record({ dias: { type: 'integer', title: 'Dias' }, ...others }),
  }
  const messages = { messages: { 'aluguel.dias': { text: 'Diga os dias.', kind: 'validation' } } }
  const files = Object.entries(registers).map(([name, value]) => ({
    path: `registers/vendas/${name}.schema.json`,
    text: JSON.stringify(value),
  }))
  return readModel([...files, { path: 'messages/alugueis.json', text: JSON.stringify(messages) }])
    .problems.filter(({ code }) => code === 'row-parent')
    .map(({ message }) => message)
}

it('has rows read the record that they belong to as it is being saved', () => {
  expect(told('diaria * parent.dias')).toEqual([])
  expect(told('diaria * pacote.dias')).toEqual([])
  expect(told('diaria * aluguel.dias')).toEqual([expect.stringContaining('say "parent.dias"')])
  const rule = { rule: 'aluguel.dias > 0', message: 'aluguel.dias', fields: ['aluguelId'] }
  expect(told('diaria', {}, [rule])).toEqual([expect.stringContaining('say "parent.dias"')])
})

it.each(['requiredWhen', 'visibleWhen', 'readOnlyWhen'])('has %s of a row read it so, too', word => {
  expect(told('diaria', {}, [], { [word]: 'parent.dias > 3' })).toEqual([])
  expect(told('diaria', {}, [], { [word]: 'aluguel.dias > 3' })).toEqual([expect.stringContaining('say "parent.dias"')])
})

it('refuses rows of several registers that read a parent', () => {
  const second = { itens: { type: 'array', title: 'Itens', list: { register: 'alugados', by: 'pacoteId' } } }
  expect(told('diaria * parent.dias', second)).toEqual([expect.stringContaining('alugueis or pacotes')])
  expect(told('diaria', second)).toEqual([])
})
