import { expect, it } from 'vitest'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { closedOptions } from './closedOptions.ts'

const { model } = readModel(bookingDefinitions)
const status = model.registers.reservas?.fields.find(({ name }) => name === 'status')
if (!status?.moves) throw new Error('no choice that moves')
const [way] = status.moves.ways
const never = (): boolean => false

it('only options to which a way leads are offered, beside the present one', () => {
  expect(closedOptions(status, 'PENDENTE', () => true)).toEqual([])
  expect(closedOptions(status, 'CONFIRMADA', () => true)).toEqual(['PENDENTE'])
  expect(closedOptions(status, 'CANCELADA', () => true)).toEqual(['PENDENTE', 'CONFIRMADA'])
})

it('a way that is closed for now is offered where it tells why', () => {
  expect(closedOptions(status, 'PENDENTE', never)).toEqual([])
  const silent = { ...status, moves: { ways: [{ from: way?.from ?? [], to: way?.to ?? [], when: way?.when ?? '' }] } }
  expect(closedOptions(silent, 'PENDENTE', never)).toEqual(['CONFIRMADA', 'CANCELADA'])
})

it('a choice that moves is required, unless it says that it may be empty', () => {
  expect(status.required).toBe(true)
})
