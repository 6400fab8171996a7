import { expect, test } from 'vitest'
import { readCsv } from '../../../base/csv.ts'
import { withFileNameColumns } from '../../../model/import/files.ts'
import { matchHeader } from '../../../model/import/header.ts'
import { createRowReader } from '../../../model/import/row.ts'
import { readDefinitions } from '../../../server/start/definitions.ts'

/** Lines as IBPT publishes them; what they say is made up. */
const published = `codigo;ex;tipo;descricao;nacionalfederal;importadosfederal;estadual;municipal;vigenciainicio;vigenciafim;chave;versao;fonte\r
22021000;;0;"Águas, gaseificadas";14.76;22.45;18.00;0.00;20/02/2026;31/03/2026;A1B2C3;26.1.X;IBPT/empresometro.com.br\r
02109100;01;0;"Exceção";13.45;17.41;18.00;0.00;20/02/2026;31/03/2026;A1B2C3;26.1.X;IBPT/empresometro.com.br\r
0107;;2;"Serviço";13.45;15.45;0.00;3.90;20/02/2026;31/03/2026;A1B2C3;26.1.X;IBPT/empresometro.com.br\r
`

const { model } = readDefinitions()
const load = model.imports['ibpts-importar']
if (!load) throw new Error('the import is missing')

const readAs = (fileName: string) => {
  const { header, rows, lines } = withFileNameColumns(load, readCsv(Buffer.from(published, 'latin1')), fileName)
  const read = createRowReader(model, load, matchHeader(load, header))
  return rows.map((cells, at) => read(cells, lines[at] ?? 0))
}

test('the table of a state is read as it is published, the state from the name of its file', () => {
  const rows = readAs('TabelaIBPTaxSP26.1.X.csv')
  expect(rows.flatMap(({ problems }) => problems)).toEqual([])
  expect(rows.map(({ record }) => record.id)).toEqual(['SP22021000', 'SP021091001', 'SP00000107'])
  expect(rows[0]?.record).toMatchObject({
    ...{ uf: 'SP', codigo: '22021000', tipo: 0, descricao: 'Águas, gaseificadas', nacional: 14.76, importado: 22.45 },
    ...{ estadual: 18, municipal: 0, vigenciainicio: '2026-02-20', vigenciafim: '2026-03-31' },
    ...{ chave: 'A1B2C3', versao: '26.1.X', fonte: 'IBPT/empresometro.com.br' },
  })
})

test('a name without a state leaves every line asking for it', () => {
  const paths = readAs('tabela.csv').map(({ problems }) => problems.map(({ path }) => path))
  expect(paths).toEqual([['uf'], ['uf'], ['uf']])
})
