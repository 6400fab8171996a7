import { expect, it } from 'vitest'
import { readModel } from '../../../model/read.ts'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { readyDrill } from './readyDrill.ts'

const { model } = readModel(readDefinitionFiles())
const report = model.reports.curva_abc_tipo_mov
if (!report) throw new Error('The report is gone')
const page = { report, asked: { startDate: '2026-11-01', endDate: '2026-11-07T12:00', groups: '3,4', movTypes: '' } }
const drill = (drill: Parameters<typeof readyDrill>[0], row: Readonly<Record<string, unknown>>) =>
  decodeURIComponent(readyDrill(drill, page, model)?.address(row) ?? 'none')

it('leads to a report with what the page was asked, narrowed to the row', () => {
  expect(drill({ report: 'engenharia_cardapio', with: { groups: '{grupoId}' } }, { grupoId: 9 })).toBe(
    '/relatorio/engenharia-cardapio?startDate=2026-11-01&endDate=2026-11-07T12:00&groups=9',
  )
  expect(drill({ report: 'engenharia_cardapio' }, {})).toContain('groups=3,4')
})

it('leads to a list, filtered by columns and the period', () => {
  expect(drill({ register: 'nfes', with: { dhEmi: '{startDate}..{endDate}', CNPJ: '{doc}' } }, { doc: '12' })).toBe(
    '/nfes?dhEmi=2026-11-01..2026-11-07T12:00&CNPJ=12',
  )
})

it('leaves out what the page was not asked, and leads nowhere without a column that it names', () => {
  expect(drill({ register: 'nfes', with: { xNome: '{movTypes}' } }, {})).toBe('/nfes')
  expect(drill({ register: 'nfes', with: { CNPJ: '{doc}' } }, { doc: null })).toBe('none')
  expect(drill({ register: 'nfes' }, { lojaId: 2 })).toBe('none')
})
