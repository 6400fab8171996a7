import { expect, it } from 'vitest'
import type { Parameter } from '../../../model/report.ts'
import { parameterSummary } from './parameterSummary.ts'

const base = { many: false, required: false } as const
const parameters: readonly Parameter[] = [
  { ...base, name: 'periodo', title: 'Período', kind: 'dateTime', control: 'dateRange', fills: ['startDate', 'endDate'] },
  { ...base, name: 'horas', title: 'Horário', kind: 'dateTime', control: 'timeRange', fills: ['startDate', 'endDate'] },
  {
    ...base,
    name: 'channels',
    title: 'Canais',
    kind: 'choice',
    many: true,
    fills: ['channels'],
    choices: [{ value: 'LOJA', title: 'Loja' }],
  },
  {
    ...base,
    name: 'groups',
    title: 'Grupos',
    kind: 'reference',
    many: true,
    fills: ['groups'],
    reference: { to: 'grupos', as: 'grupo', textKey: false, from: 0, onRemove: 'refuse' },
  },
]

it('says what was asked, and only that', () => {
  const asked = { startDate: '2026-11-01', endDate: '2026-11-07', channels: 'LOJA,IFOOD', groups: '3,4' }
  expect(parameterSummary(parameters, asked)).toBe('01/11/2026 a 07/11/2026 · Canais: Loja, IFOOD · Grupos: 2')
  expect(parameterSummary(parameters, {})).toBe('')
  const times = { startDate: '2026-11-01T18:00', endDate: '2026-11-07T20:59' }
  const horario: Parameter = { ...base, name: 'horario', title: 'Horas', kind: 'choice', fills: ['horario'], eachDay: 'CADA_DIA' }
  const said = (value: string) => parameterSummary([...parameters, horario], { ...times, horario: value })
  expect(said('SEM_PARAR')).toBe('01/11/2026 18:00 até 07/11/2026 20:59, sem parar')
  expect(said('CADA_DIA')).toBe('01/11/2026 a 07/11/2026, das 18:00 às 20:59 de cada dia')
})
