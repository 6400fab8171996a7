import { describe, expect, it } from 'vitest'
import type { Import } from '../model.ts'
import { readModel } from '../read.ts'
import { isRequiredColumn } from './columns.ts'
import { matchHeader } from './header.ts'
import { createRowReader } from './row.ts'

const head = (title: string) => ({
  title,
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'logged' } },
})
const nome = { type: 'string', title: 'Nome de batismo' }

const registers = {
  clientes: { ...head('Clientes'), properties: { nome }, required: ['nome'] },
  reservas: {
    ...head('Reservas'),
    properties: {
      nome,
      clienteId: { type: 'integer', title: 'Cliente', format: 'reference', reference: { to: 'clientes' } },
      status: {
        type: 'string',
        title: 'Status',
        oneOf: [
          { const: 'PENDENTE', title: 'Pendente' },
          { const: 'PAGA', title: 'Paga' },
        ],
        default: 'PENDENTE',
      },
      pessoas: { type: 'integer', title: 'Pessoas', minimum: 1, default: 2 },
      dia: { type: 'string', title: 'Dia', format: 'date', defaultWhen: 'today' },
    },
    required: ['nome', 'clienteId', 'status', 'pessoas', 'dia'],
  },
}

/** An import of reservations; `more` replaces its columns or references. */
function loadWith(more: object = {}) {
  const load = {
    title: 'Importar reservas',
    path: '/importarReservas',
    gate: 'logged',
    register: 'reservas',
    key: ['nome'],
    columns: ['nome', { field: 'cliente', of: 'clienteId', as: 'nome' }, 'status', 'pessoas', 'dia'],
    references: [{ field: 'clienteId' }],
    ...more,
  }
  const { model, problems } = readModel([
    ...Object.entries(registers).map(([name, value]) => ({
      path: `registers/toys/${name}.schema.json`,
      text: JSON.stringify(value),
    })),
    { path: 'imports/reservas.json', text: JSON.stringify(load) },
  ])
  expect(problems).toEqual([])
  const [made] = Object.values(model.imports) as [Import]
  const read = (record: Readonly<Record<string, string>>) =>
    createRowReader(model, made, matchHeader(made, Object.keys(record)))(Object.values(record), 2)
  return { made, read, demanded: made.columns.filter(isRequiredColumn).map(({ title }) => title) }
}

describe('what an import demands', () => {
  it('is what the save demands: a reference by its own title, and nothing that has a default', () => {
    expect(loadWith().demanded).toEqual(['Nome de batismo', 'Cliente'])
    expect(loadWith({ references: [{ field: 'clienteId', otherwise: 'first' }] }).demanded).toEqual(['Nome de batismo'])
    const byKey = loadWith({
      columns: ['nome', { field: 'cliente', of: 'clienteId', as: 'nome' }, { field: 'clienteId', required: false }],
    })
    expect(byKey.demanded).toEqual(['Nome de batismo'])
  })

  it('a row is judged as its save will be', () => {
    const { read } = loadWith()
    expect(read({ nome: 'a', cliente: '', status: 'PAGA' }).problems).toEqual([
      { path: 'cliente', code: 'import.required-missing', params: { title: 'Cliente' } },
    ])
    expect(read({ nome: 'a' }).problems.map(({ path }) => path)).toEqual(['cliente'])
    const { problems, record } = read({ nome: 'a', cliente: 'Ana', status: '', pessoas: '', dia: '' })
    expect([problems, record]).toEqual([[], { nome: 'a', cliente: 'Ana' }])
    expect(read({ nome: 'a', cliente: 'Ana', pessoas: '4' }).record).toEqual({ nome: 'a', cliente: 'Ana', pessoas: 4 })
  })
})
