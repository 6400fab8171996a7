import { expect, it } from 'vitest'
import { readModel } from '../../../model/read.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { axisDays } from './axisDays.ts'

const { model } = readModel(readDefinitionFiles())
const query = model.queries.ticket_medio
if (!query) throw new Error('The query is gone')
const zone = 'America/Sao_Paulo'
const at = new Date('2026-11-27T23:30:00Z')

const days = (members: Readonly<Record<string, unknown>>) =>
  axisDays(
    { queries: { main: query }, parts: [{ call: 'main', store: undefined, members, answer: {} }], storeCount: 1, zone },
    'main.ticketHora',
    at,
  )

it('is a period up to today, with the hour of the store while it goes on', () => {
  const month = { startDate: '2026-11-01T03:00:00.000Z', endDate: '2026-12-01T02:59:59.999Z' }
  expect(days(month)).toEqual({ start: '2026-11-01', end: '2026-11-27', now: '2026-11-27T20' })
  const past = { startDate: '2026-10-01T03:00:00.000Z', endDate: '2026-11-01T02:59:59.999Z' }
  expect(days(past)).toEqual({ start: '2026-10-01', end: '2026-10-31' })
})

it('knows the hours that were asked for of a day', () => {
  const evening = { startDate: '2026-11-20T21:00:00.000Z', endDate: '2026-11-21T01:59:59.999Z' }
  expect(days(evening)?.hours).toEqual([18, 22])
  const evenings = { startDate: '2026-11-16T21:00:00.000Z', endDate: '2026-11-21T01:59:59.999Z' }
  expect(days(evenings)?.hours).toBeUndefined()
  expect(days({ ...evenings, horario: 'CADA_DIA' })?.hours).toEqual([18, 22])
})
