import type { DerivedTableCheck, DerivedTables, Queries } from '../../../server/domain.ts'
import { archivedGoods, archivedGoodsRows, makeArchivedGoods, wholeHoursSql } from './archivedGoods.ts'
import { balanceFunction } from './balanceSql.ts'
import { goodsByMonthSql } from './goodsSql.ts'
import { movementFunction } from './movementFunction.ts'
import { storeGuards } from './storeGuards.ts'

interface SumTable {
  readonly name: string
  readonly moment: string
  /** The sums as the bare rows give them, with what rows added that an archive took; `where` is over the movement `m`, and names the store alone. */
  bare(where: string): string
}

/** Sums by hour, and by month: a balance adds up whole months, the hours beside them, and bare rows of the hours that it cuts. */
const sums: readonly SumTable[] = [
  { name: 'estoque.vendas_hora', moment: 'hora', bare: wholeHoursSql },
  { name: 'estoque.vendas_mes', moment: 'mes', bare: where => goodsByMonthSql(`(${wholeHoursSql(where)})`) },
]

const columns = (moment: string): string => `"lojaId", "produtoId", ${moment}, motivo, linhas, qtd`

const create = ({ name, moment }: SumTable): string => `CREATE TABLE ${name} (
  "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, ${moment} timestamptz NOT NULL, motivo smallint NOT NULL,
  linhas bigint NOT NULL, qtd numeric NOT NULL, PRIMARY KEY ("lojaId", ${moment}, "produtoId", motivo)) WITH (fillfactor = 70)`

const fill = ({ name, moment, bare }: SumTable, where: string): string =>
  `INSERT INTO ${name} (${columns(moment)}) SELECT ${columns(moment)} FROM (${bare(where)}) s`

/** Makes the sums of one store anew, or of all stores, while nobody else writes them. */
export async function rebuildGoodsSums(q: Queries, lojaId?: number): Promise<void> {
  await q.query(`LOCK TABLE ${sums.map(({ name }) => name).join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
  const params = lojaId === undefined ? [] : [lojaId]
  for (const table of sums) {
    await q.query(`DELETE FROM ${table.name}${lojaId === undefined ? '' : ' WHERE "lojaId" = $1'}`, params)
    await q.query(fill(table, lojaId === undefined ? 'true' : 'm."lojaId" = $1'), params)
  }
}

/** The goods that sales took out of stock and brought back. */
export const goodsSums: DerivedTables = {
  name: 'stock sums',
  from: ['produtos', 'Movimentos'],
  drop: sums.map(({ name }) => `DROP TABLE IF EXISTS ${name}`),
  make: [
    ...makeArchivedGoods,
    ...sums.map(create),
    ...sums.flatMap(({ name }) => storeGuards(name)),
    'CREATE INDEX vendas_hora_produto ON estoque.vendas_hora ("lojaId", "produtoId", hora)',
    // Cancellations are rare: found by their moment without an index over every movement.
    `CREATE INDEX IF NOT EXISTS "Movimentos_deletados" ON "Movimentos" ("lojaId", deletado_em) WHERE deletado_em IS NOT NULL`,
    balanceFunction,
    movementFunction,
  ],
  fill: sums.map(table => fill(table, 'true')),
  grants: role => [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${sums.map(({ name }) => name).join(', ')} TO ${role}`,
    `GRANT USAGE ON SCHEMA arquivados TO ${role}`,
    `GRANT SELECT ON ${archivedGoods} TO ${role}`,
  ],
  archived: archivedGoodsRows,
  rebuild: rebuildGoodsSums,
  async verify(q, lojaId) {
    const checks: DerivedTableCheck[] = []
    for (const { name, moment, bare } of sums) {
      const kept = `SELECT ${columns(moment)} FROM ${name}${lojaId === undefined ? '' : ' WHERE "lojaId" = $1'}`
      const made = `SELECT ${columns(moment)} FROM (${bare(lojaId === undefined ? 'true' : 'm."lojaId" = $1')}) s`
      const { rows } = await q.query(
        `(${kept} EXCEPT ALL ${made}) UNION ALL (${made} EXCEPT ALL ${kept})`,
        lojaId === undefined ? [] : [lojaId],
      )
      checks.push({ table: name, differences: rows.length })
    }
    return checks
  },
}
