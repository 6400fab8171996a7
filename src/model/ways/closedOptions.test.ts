import { expect, it } from 'vitest'
import { bookingDefinitions } from '../fixtures/bookings.ts'
import { readModel } from '../read.ts'
import { closedOptions } from './closedOptions.ts'

const { model } = readModel(bookingDefinitions)
const status = model.registers.reservas?.fields.find(({ name }) => name === 'status')
if (!status?.ways) throw new Error('no choice with ways')
const { ways } = status
const open = { holds: () => true, may: () => true }

it('only options to which a way leads are offered, beside the present one', () => {
  expect(closedOptions(status, 'PENDENTE', open)).toEqual([])
  expect(closedOptions(status, 'CONFIRMADA', open)).toEqual(['PENDENTE'])
  expect(closedOptions(status, 'CANCELADA', open)).toEqual(['PENDENTE', 'CONFIRMADA'])
})

it('a way that is closed for now is offered where it tells why', () => {
  const never = { ...open, holds: () => false }
  expect(closedOptions(status, 'PENDENTE', never)).toEqual([])
  const silent = { ...status, ways: { list: ways.list.map(({ message: _, ...way }) => way) } }
  expect(closedOptions(silent, 'PENDENTE', never)).toEqual(['CONFIRMADA'])
})

it('a way that is for others, or for the server, is offered to nobody', () => {
  expect(closedOptions(status, 'PENDENTE', { ...open, may: gate => gate !== 'logged' })).toEqual(['CANCELADA'])
  const kept = { ...status, ways: { list: ways.list.map(way => ({ ...way, server: true as const })) } }
  expect(closedOptions(kept, 'PENDENTE', open)).toEqual(['CONFIRMADA', 'CANCELADA'])
})

it('a choice with ways is required, unless it says that it may be empty', () => {
  expect(status.required).toBe(true)
})
