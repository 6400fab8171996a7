import { expect, it } from 'vitest'
import { readModel } from '../../../model/read.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { parameterRecord } from '../parameters/reportValues.ts'
import { type DrilledPage, readyDrill } from './readyDrill.ts'

const { model } = readModel(readDefinitionFiles())
const report = model.reports.curva_abc_tipo_mov
const query = model.queries.curva_abc_tipo_mov
if (!report || !query) throw new Error('The report is gone')
const zone = 'America/Sao_Paulo'
const asked = { startDate: '2026-11-01', endDate: '2026-11-07T12:00', groups: '3,4', movTypes: '' }
const members = { startDate: '2026-11-01T03:00:00.000Z', endDate: '2026-11-08T02:59:59.999Z' }
const page: DrilledPage = {
  report,
  asked,
  record: parameterRecord(report.parameters, asked, zone, 1),
  answers: { queries: { hoje: query }, parts: [{ call: 'hoje', store: undefined, members, answer: {} }], zone, storeCount: 1 },
  holds: when => when === 'true',
}
const drill = (
  drill: Parameters<typeof readyDrill>[0],
  row: Readonly<Record<string, unknown>> = {},
  more: Partial<DrilledPage> = {},
) => decodeURIComponent(readyDrill(drill, { ...page, ...more }, model)?.address(row) ?? 'none')

it('leads to a report with what the page was asked, narrowed to the row', () => {
  expect(drill({ report: 'engenharia_cardapio', with: { groups: '{grupoId}' } }, { grupoId: 9 })).toBe(
    '/relatorio/engenharia-cardapio?startDate=2026-11-01&endDate=2026-11-07T12:00&groups=9',
  )
  expect(drill({ report: 'engenharia_cardapio' })).toContain('groups=3,4')
})

it('leads to a list, filtered by columns and the period, to the moment where a time was chosen', () => {
  expect(drill({ register: 'nfes', with: { dhEmi: '{startDate}..{endDate}', CNPJ: '{doc}' } }, { doc: '12' })).toBe(
    '/nfes?dhEmi=2026-11-01..2026-11-07T15:00:59.999Z&CNPJ=12',
  )
  expect(drill({ register: 'nfes', with: { dhEmi: '{hoje.startDate}..{hoje.endDate}' } })).toBe(
    '/nfes?dhEmi=2026-11-01..2026-11-07',
  )
})

it('leaves out what the page was not asked, and takes off a usual filter', () => {
  expect(drill({ register: 'nfes', with: { xNome: '{movTypes}' } })).toBe('/nfes')
  expect(drill({ register: 'Conta', with: { pago: '', tipo: 'PAGAR' } })).toBe('/Conta?pago=&tipo=PAGAR')
})

it('leads nowhere without a column that it names, against its condition, and of several stores', () => {
  expect(drill({ register: 'nfes', with: { CNPJ: '{doc}' } }, { doc: null })).toBe('none')
  expect(drill({ register: 'nfes', with: { dhEmi: '{from}..{until}' } })).toBe('none')
  expect(drill({ register: 'nfes', when: 'true' })).toBe('/nfes')
  expect(drill({ register: 'nfes', when: 'false' })).toBe('none')
  expect(drill({ register: 'nfes' }, {}, { answers: { ...page.answers, storeCount: 2 } })).toBe('none')
})
