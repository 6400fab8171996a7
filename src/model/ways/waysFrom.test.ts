import { expect, it } from 'vitest'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { lackingOf, waysOfPeople } from './waysFrom.ts'

const field = readModel(bookingDefinitions).model.registers.reservas?.fields.find(({ name }) => name === 'status')
const [confirm] = field?.ways?.list ?? []
if (!field || !confirm) throw new Error('no way')
const from = (status: string, may: (gate: string) => boolean) => waysOfPeople(field, status, may).map(({ id }) => id)

it('tells which ways lead out of a state, without what is for others', () => {
  expect(from('PENDENTE', () => true)).toEqual(['confirmar', 'cancelar_reserva'])
  expect(from('CANCELADA', () => true)).toEqual([])
  expect(from('CONFIRMADA', () => false)).toEqual([])
  expect(from('PENDENTE', gate => gate === 'true')).toEqual(['confirmar'])
})

it('tells what a way lacks: fields and lists that are empty, but those that it asks for', () => {
  const demanding = { ...confirm, require: ['itens', 'nome'], ask: [] }
  expect(lackingOf(demanding, { nome: 'Ana', itens: [{ quantidade: 1 }] })).toEqual([])
  expect(lackingOf(demanding, { nome: '', itens: [{ deletar: true }] })).toEqual(['itens', 'nome'])
  expect(lackingOf({ ...demanding, ask: ['nome'] }, { itens: [] })).toEqual(['itens'])
})
