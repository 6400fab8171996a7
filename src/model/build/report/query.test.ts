import { expect, it } from 'vitest'
import { readModel } from '../../read.ts'

const states = [
  { const: 'ABERTO', title: 'Em aberto' },
  { const: 'FEITO', title: 'Feito' },
]
const json = (path: string, value: object) => ({ path, text: JSON.stringify(value) })
const register = (properties: object) => ({
  title: 'Encomendas',
  type: 'object',
  register: { scope: 'global', label: 'nome', access: { all: 'logged' } },
  properties: { nome: { type: 'string', title: 'Nome' }, ...properties },
})

it('a column of a plan shows the words of the choice that it groups by or picks, unless it has its own', () => {
  const state = { type: 'string', title: 'Situação', oneOf: states }
  const own = [{ const: 'FEITO', title: 'Pronto' }]
  const text = { type: 'string' }
  const { model, problems } = readModel([
    json('permissions/flags.schema.json', { type: 'object', properties: {} }),
    json('menu.json', { groups: [] }),
    json('registers/vendas/encomendas.schema.json', register({ estado: state })),
    json(
      'registers/vendas/entregas.schema.json',
      register({
        feita_em: { type: 'string', format: 'dateTime', title: 'Feita em' },
        encomendaId: { type: 'integer', title: 'Encomenda', reference: { to: 'encomendas', as: 'encomenda' } },
      }),
    ),
    json('reports/entregas.schema.json', {
      title: 'Entregas',
      path: 'relatorio/entregas',
      gate: 'admin',
      scope: 'global',
      plan: {
        rows: {
          register: 'entregas',
          groups: {
            dia: { field: 'feita_em', part: 'weekday' },
            mes: { field: 'feita_em', part: 'month' },
            estado: 'encomenda.estado',
            outro: 'encomenda.estado',
            nome: 'nome',
          },
          measures: { ultimo: { max: 'encomenda.estado' }, vezes: { count: true } },
        },
        totals: { register: 'encomendas', measures: { primeiro: { min: 'estado' } } },
      },
      result: {
        properties: {
          rows: {
            items: {
              properties: {
                dia: { type: 'integer' },
                mes: text,
                estado: text,
                outro: { oneOf: own },
                nome: text,
                ultimo: text,
                vezes: { type: 'integer' },
              },
            },
          },
          primeiro: text,
        },
      },
    }),
  ])
  expect(problems).toEqual([])
  const result = model.queries.entregas?.result
  const members = result?.is === 'record' ? result.members : {}
  const titles = (column: { name: string; choices?: readonly { title: string }[] }) => [
    column.name,
    column.choices?.map(({ title }) => title),
  ]
  expect(members.rows?.is === 'rows' && members.rows.columns.map(titles)).toEqual([
    ['dia', ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado']],
    ['mes', undefined],
    ['estado', ['Em aberto', 'Feito']],
    ['outro', ['Pronto']],
    ['nome', undefined],
    ['ultimo', ['Em aberto', 'Feito']],
    ['vezes', undefined],
  ])
  expect(members.primeiro?.is === 'value' && titles(members.primeiro.column)).toEqual(['primeiro', ['Em aberto', 'Feito']])
})
