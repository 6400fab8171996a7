import { recordsIn } from '../../../base/record.ts'
import { type DataRow, type Effect, writeRecords } from '../../../server/domain.ts'

/** Fields that an instalment takes from the first one where it has no value of its own. */
const inherited = ['tipo', 'classificacaoId', 'centroCustoId', 'parceiroId', 'descricao', 'observacao', 'valor'] as const

/** The other instalments of a new account, saved with it: all of them or none. */
export const saveInstalments: Effect = {
  async after({ before, body, record, table, work }) {
    const rows = before ? [] : recordsIn(body.parcelas)
    if (rows.length === 0) return
    await writeRecords(
      rows.map(row => instalmentOf(row, record)),
      table,
      work,
    )
  },
}

const instalmentOf = (row: DataRow, first: DataRow): DataRow => ({
  ...Object.fromEntries(inherited.map(name => [name, row[name] ?? first[name] ?? null])),
  vencimento: row.vencimento,
  parcela: row.parcela,
  ocorrencias: first.ocorrencias,
  contaId: first.id,
})
