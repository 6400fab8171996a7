import type { DerivedTableCheck, DerivedTables, Queries } from '../../../server/domain.ts'
import { storeGuards } from '../../stock/public.ts'
import { rollups } from './rollup.ts'
import { rollupFunctions } from './rollupFunctions.ts'
import { createRollup, fillRollup, rollupDifferences, rollupSchema, rollupTable } from './rollupSql.ts'

/** Names of the products that were sold, for those that are removed since: sums know them by number alone. */
const soldNames = `CREATE TABLE ${rollupSchema}.produtos_nomes (
  "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, cod_prod text, descricao text, PRIMARY KEY ("lojaId", "produtoId"))`

const tables = [...rollups.map(rollupTable), `${rollupSchema}.produtos_nomes`]

const making: readonly string[] = [
  `CREATE SCHEMA ${rollupSchema}`,
  ...rollups.map(createRollup),
  soldNames,
  ...tables.flatMap(storeGuards),
  ...rollupFunctions,
  // Totals of a year of invoices are read from the index alone.
  `CREATE INDEX IF NOT EXISTS "NFCes_totais" ON "NFCes" ("lojaId", "dhEmi") INCLUDE (situacao, "vNF", "equipamentoId")`,
  // What people delete is rare: found by its moment without an index over every line sold.
  `CREATE INDEX IF NOT EXISTS "Movimentos_produtos_deletados" ON "Movimentos_produtos" ("lojaId", deletado_em) WHERE deletado_em IS NOT NULL`,
]

const filling: readonly string[] = [...rollups.map(rollup => fillRollup(rollup)), fillNames()]

function fillNames(narrow = 'true'): string {
  return `INSERT INTO ${rollupSchema}.produtos_nomes ("lojaId", "produtoId", cod_prod, descricao)
    SELECT DISTINCT ON (p."lojaId", p."produtoId") p."lojaId", p."produtoId", p.cod_prod, p.descricao FROM "Movimentos_produtos" p
    WHERE p."produtoId" IS NOT NULL AND ${narrow} ORDER BY p."lojaId", p."produtoId", p.id DESC`
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
  await q.query(fillNames(lojaId === undefined ? 'true' : 'p."lojaId" = $1'), params)
}

/** The sums of what was sold, and the names of the products. */
export const salesRollups: DerivedTables = {
  name: 'rollups',
  from: ['Movimentos', 'Movimento_recebimentos', 'NFCes', 'lojas'],
  drop: [`DROP SCHEMA IF EXISTS ${rollupSchema} CASCADE`],
  make: making,
  fill: filling,
  // The intake writes them, reports read them.
  grants: role => [
    `GRANT USAGE ON SCHEMA ${rollupSchema} TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${rollupSchema} TO ${role}`,
  ],
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
