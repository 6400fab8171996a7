import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../../model/report.ts'
import {
  asksReport,
  callMembers,
  initialReportValues,
  isBackwards,
  missingParameters,
  parameterRecord,
  readReportValues,
  writeReportValues,
} from './reportValues.ts'

const zone = 'America/Sao_Paulo'
const base = { many: false, required: false } as const
const range: Parameter = {
  ...base,
  name: 'periodo',
  title: 'Período',
  kind: 'dateTime',
  control: 'dateRange',
  fills: ['startDate', 'endDate'],
  default: 'last7',
}
const times: Parameter = {
  ...base,
  name: 'horas',
  title: 'Horário',
  kind: 'dateTime',
  control: 'timeRange',
  fills: ['startDate', 'endDate'],
}
const channels: Parameter = {
  ...base,
  name: 'channels',
  title: 'Canais',
  kind: 'choice',
  many: true,
  fills: ['channels'],
  choices: ['LOJA', 'IFOOD', 'PALLAS'].map(value => ({ value, title: value })),
}
const days: Parameter = { ...base, name: 'days', title: 'Dias', kind: 'integer', fills: ['days'], default: 7, min: 1, max: 366 }
const hours: Parameter = {
  ...base,
  name: 'intervalHour',
  title: 'Intervalo',
  kind: 'choice',
  fills: ['intervalHour'],
  choices: [{ value: 8, title: '8' }],
}
const groups: Parameter = { ...base, name: 'groups', title: 'Grupos', kind: 'reference', many: true, fills: ['groups'] }
const all = [range, times, channels, days, hours, groups]

describe('what is asked', () => {
  it('starts from the definition', () => {
    expect(initialReportValues(all, '2026-11-21')).toEqual({ startDate: '2026-11-15', endDate: '2026-11-21', days: '7' })
  })

  it('comes from the address, and goes there', () => {
    const search = new URLSearchParams('startDate=2026-11-01&endDate=2026-11-02T12:00&channels=LOJA,IFOOD&ordem=lucro')
    const values = readReportValues(all, search, '2026-11-21')
    expect(values).toEqual({ startDate: '2026-11-01', endDate: '2026-11-02T12:00', channels: 'LOJA,IFOOD', days: '7' })
    expect(asksReport(all, search)).toBe(true)
    expect(asksReport(all, new URLSearchParams('ordem=lucro'))).toBe(false)
    expect(
      writeReportValues(new URLSearchParams('ordem=lucro&channels=PALLAS'), all, { days: '14', channels: '' }).toString(),
    ).toBe('ordem=lucro&days=14')
  })

  it('is not what an address cannot mean', () => {
    const read = (text: string) => readReportValues(all, new URLSearchParams(text), '2026-11-21')
    const start = { startDate: '2026-11-15', endDate: '2026-11-21', days: '7' }
    for (const day of ['abc', '2026-02-30', '2026-13-01', '0000-01-01', '999999-01-01', '2026-11-01T25:00'])
      expect(read(`startDate=${day}`), day).toEqual(start)
    expect(read('startDate=0001-01-01').startDate).toBe('0001-01-01')
    for (const number of ['-5', '0', '1.5', '367', 'x']) expect(read(`days=${number}`), number).toEqual(start)
    expect(read('intervalHour=7')).toEqual(start)
    expect(read('intervalHour=8').intervalHour).toBe('8')
    expect(read('channels=LOJA,FEIRA').channels).toBe('LOJA')
    expect(read('groups=7,abc,-1').groups).toBe('7')
  })

  it('is asked only when its span goes forward', () => {
    const report = { parameters: all }
    expect(isBackwards(report, { startDate: '2026-11-02', endDate: '2026-11-01T10:00' })).toBe(true)
    expect(isBackwards(report, { startDate: '2026-11-01T10:00', endDate: '2026-11-01' })).toBe(false)
    expect(isBackwards(report, { startDate: '2026-11-01T22:00', endDate: '2026-11-01T20:59' })).toBe(true)
    expect(isBackwards(report, { startDate: '2026-11-02' })).toBe(false)
  })

  it('has types in expressions and calls', () => {
    const values = { startDate: '2026-11-01', endDate: '2026-11-01', channels: 'LOJA', days: '14', intervalHour: '8' }
    const record = parameterRecord(all, values, zone, 2)
    expect(record).toEqual({
      storeCount: 2,
      startDate: '2026-11-01T03:00:00.000Z',
      endDate: '2026-11-02T02:59:59.999Z',
      channels: 'LOJA',
      days: 14,
      intervalHour: 8,
    })
    const query = { parameters: [range, channels] }
    const made = callMembers({ query: 'q', members: { startDate: 'x' } }, query, record, () => 'evaluated')
    expect(made).toEqual({ startDate: 'evaluated', endDate: '2026-11-02T02:59:59.999Z', channels: 'LOJA' })
  })

  it('a range of days travels as days', () => {
    const values = { startDate: '2026-11-01', endDate: '2026-11-02T10:00' }
    expect(parameterRecord([{ ...range, kind: 'date' }], values, zone, 1)).toEqual({
      storeCount: 1,
      startDate: '2026-11-01',
      endDate: '2026-11-02',
    })
  })

  it('says what is missing', () => {
    const sellers: Parameter = { ...channels, name: 'sellersIds', fills: ['sellersIds'], required: true }
    const report = { parameters: [range, sellers] }
    expect(missingParameters(report, { startDate: '2026-11-01' }, () => true)).toEqual(['periodo', 'sellersIds'])
    expect(
      missingParameters(report, { startDate: '2026-11-01', endDate: '2026-11-01' }, one => one.name !== 'sellersIds'),
    ).toEqual([])
  })
})
