import { expect, test } from 'vitest'
import { matchHeader } from '../../../model/import/header.ts'
import { createRowReader } from '../../../model/import/row.ts'
import { readDefinitions } from '../../../server/start/definitions.ts'

test('the published table is read by its own column names', () => {
  const { model } = readDefinitions()
  const load = model.imports['cclasstribs-importar']
  if (!load) throw new Error('the import is missing')
  const header = [
    'CST',
    'cClassTrib',
    'DescricaoClassTrib',
    'pRedIBS',
    'pRedCBS',
    'IndNFe',
    'IndNFCe',
    'InicioVigencia',
    'FimVigencia',
  ]
  const read = createRowReader(model, load, matchHeader(load, header))
  const { record } = read(['0', '1', 'Integral', '0.00000', '0', 'true', 'false', '2025-05-05T00:00:00', ''], 2)
  expect(record).toMatchObject({
    id: '000001',
    cst: '000',
    descricao: 'Integral',
    red_ibs: 0,
    nfe: true,
    nfce: false,
    vigencia_inicio: '2025-05-05',
  })
})
