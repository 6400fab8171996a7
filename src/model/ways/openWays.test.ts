import { expect, it } from 'vitest'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { openWays } from './openWays.ts'

const { model } = readModel(bookingDefinitions)
const register = model.registers.reservas
if (!register) throw new Error('no bookings')
const anybody = { may: () => true }
const from = (record: Readonly<Record<string, unknown>>, asker = anybody) =>
  openWays(model, register, { id: 1, ...record }, asker).map(({ way, open, message }) => [way.id, open, message])

it('tells which ways lead out of the state of a record, and why one cannot be taken', () => {
  expect(from({ status: 'PENDENTE', pessoas: 2 })).toEqual([
    ['confirmar', true, undefined],
    ['cancelar_reserva', true, undefined],
  ])
  expect(from({ status: 'PENDENTE', pessoas: 0 })).toEqual([
    ['confirmar', false, 'reserva.vazia'],
    ['cancelar_reserva', true, undefined],
  ])
  expect(from({ status: 'CANCELADA' })).toEqual([])
})

it('leaves out what is for others, and all of it where a record is not to be changed', () => {
  expect(from({ status: 'CONFIRMADA' }, { may: () => false })).toEqual([])
  const others = { ...register, access: { ...register.access, change: 'true' } }
  const may = { may: (gate: string) => gate === 'true' }
  expect(openWays(model, others, { status: 'PENDENTE', pessoas: 1 }, may).map(({ way }) => way.id)).toEqual(['confirmar'])
})

it('judges nothing by rows that a list does not bring, and what lacks by what it knows', () => {
  const field = register.fields.find(({ name }) => name === 'status')
  const [confirm] = field?.ways?.list ?? []
  if (!field || !confirm) throw new Error('no way')
  const demanding = { ...confirm, when: '!empty(itens)', require: ['itens', 'nome'] }
  const own = { ...register, fields: [{ ...field, ways: { list: [demanding] } }] }
  const open = (record: Readonly<Record<string, unknown>>) => openWays(model, own, { status: 'PENDENTE', ...record }, anybody)
  expect(open({ nome: 'Ana' })).toMatchObject([{ open: true, lacking: [] }])
  expect(open({ nome: '' })).toMatchObject([{ open: false, lacking: ['nome'] }])
  expect(open({ nome: 'Ana', itens: [] })).toMatchObject([{ open: false, lacking: ['itens'] }])
})
