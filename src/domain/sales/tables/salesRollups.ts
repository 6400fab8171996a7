import type { DerivedTableCheck, DerivedTables, Queries } from '../../../server/domain.ts'
import { storeGuards } from '../../stock/public.ts'
import { appOrderRollups } from './appOrderRollups.ts'
import { archivedNames, archivedSales, archivedSalesTables, makeArchivedSales } from './archivedSales.ts'
import { rollups as salesSums } from './rollup.ts'
import { rollupFunctions } from './rollupFunctions.ts'
import { createRollup, fillRollup, rollupDifferences, rollupSchema, rollupTable } from './rollupSql.ts'

const rollups = [...salesSums, ...appOrderRollups]

/** Names of the products that were sold, for those that are removed since: sums know them by number alone. */
const soldNames = `CREATE TABLE ${rollupSchema}.produtos_nomes (
  "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, cod_prod text, descricao text, PRIMARY KEY ("lojaId", "produtoId"))`

const tables = [...rollups.map(rollupTable), `${rollupSchema}.produtos_nomes`]

const making: readonly string[] = [
  ...makeArchivedSales,
  `CREATE SCHEMA ${rollupSchema}`,
  ...rollups.map(createRollup),
  soldNames,
  ...tables.flatMap(storeGuards),
  ...rollupFunctions,
  // The days of a month that a range of app orders cuts, likewise.
  `CREATE INDEX IF NOT EXISTS "AppPedidos_totais" ON "AppPedidos" ("lojaId", "createdAt") INCLUDE (canceled, mode, "equipamentoId", "paymentName", "totalDisplay")`,
  // Lines that people delete are rare: found by their moment without an index over every line sold.
  `CREATE INDEX IF NOT EXISTS "Movimentos_produtos_deletados" ON "Movimentos_produtos" ("lojaId", deletado_em) WHERE deletado_em IS NOT NULL`,
]

const filling: readonly string[] = [...rollups.map(rollup => fillRollup(rollup)), ...fillNames()]

function fillNames(store?: string): readonly string[] {
  const columns = '"lojaId", "produtoId", cod_prod, descricao'
  const into = `INSERT INTO ${rollupSchema}.produtos_nomes (${columns})`
  return [
    `${into} SELECT DISTINCT ON (p."lojaId", p."produtoId") p."lojaId", p."produtoId", p.cod_prod, p.descricao FROM "Movimentos_produtos" p
      WHERE p."produtoId" IS NOT NULL${store ? ` AND p."lojaId" = ${store}` : ''} ORDER BY p."lojaId", p."produtoId", p.id DESC`,
    `${into} SELECT ${columns} FROM ${archivedNames} p${store ? ` WHERE p."lojaId" = ${store}` : ''} ON CONFLICT ("lojaId", "produtoId") DO NOTHING`,
  ]
}

/** Makes every sum of one store anew, or of all stores, while nobody else writes them. */
export async function rebuildRollups(q: Queries, lojaId?: number): Promise<void> {
  await q.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`)
  const params = lojaId === undefined ? [] : [lojaId]
  for (const rollup of rollups) {
    await q.query(`DELETE FROM ${rollupTable(rollup)}${lojaId === undefined ? '' : ' WHERE "lojaId" = $1'}`, params)
    await q.query(fillRollup(rollup, lojaId === undefined ? undefined : { store: '$1' }), params)
  }
  await q.query(`DELETE FROM ${rollupSchema}.produtos_nomes${lojaId === undefined ? '' : ' WHERE "lojaId" = $1'}`, params)
  for (const statement of fillNames(lojaId === undefined ? undefined : '$1')) await q.query(statement, params)
}

/** The sums of what was sold, and the names of the products. */
export const salesRollups: DerivedTables = {
  name: 'rollups',
  from: ['Movimentos', 'Movimento_recebimentos', 'AppPedidos', 'NFCes', 'lojas'],
  drop: [`DROP SCHEMA IF EXISTS ${rollupSchema} CASCADE`],
  make: making,
  fill: filling,
  // The intake writes them, reports read them.
  grants: role => [
    `GRANT USAGE ON SCHEMA ${rollupSchema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${rollupSchema} TO ${role}`,
    `GRANT SELECT ON ${archivedSalesTables.join(', ')} TO ${role}`,
  ],
  archived: archivedSales,
  rebuild: rebuildRollups,
  async verify(q, lojaId) {
    const checks: DerivedTableCheck[] = []
    for (const rollup of rollups) {
      const scope = lojaId === undefined ? undefined : { store: '$1' }
      const { rows } = await q.query(rollupDifferences(rollup, scope), lojaId === undefined ? [] : [lojaId])
      checks.push({ table: rollup.name, differences: rows.length })
    }
    return checks
  },
}
