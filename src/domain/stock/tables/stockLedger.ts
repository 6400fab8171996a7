import type { DerivedTables } from '../../../server/domain.ts'
import { EXPAND_ALL, EXPAND_STORE } from './expansionSql.ts'
import { expansionDifferences, rebuildExpansions } from './rebuildExpansions.ts'
import { storeGuards } from './storeGuards.ts'

/**
 * The ledger beside the registers. Unlike sums it cannot be made anew from rows, because it keeps what was true at a moment (a recipe
 * that was changed since, the book balance of a count), so a new declaration only adds to it.
 *
 * - `lancamentos`: what came in or went out by a document: an order, a supplier's note. One row a product and source.
 * - `contagens`: what a count found, with the book balance of that moment and the difference, frozen.
 * - `composicoes`: what a product is made of from a moment on: a recipe sheet (`ficha`), or the items of a combo (`combo`).
 * - `expansoes`: the same down to the last ingredient, by spans of time: what leaves when one of the product is sold. Made from
 *   `composicoes` alone.
 * - `custos`: what one of a product cost from a moment on; without a row, what it costs now, which is then as it always was.
 */
const tables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS estoque.lancamentos (
    "lojaId" bigint NOT NULL, origem text COLLATE "C" NOT NULL, "origemId" bigint NOT NULL, "produtoId" bigint NOT NULL,
    momento timestamptz NOT NULL, quantidade numeric(19,4) NOT NULL, custo numeric(19,4), motivo text COLLATE "C" NOT NULL,
    PRIMARY KEY ("lojaId", origem, "origemId", "produtoId"))`,
  `CREATE INDEX IF NOT EXISTS lancamentos_produto ON estoque.lancamentos ("lojaId", "produtoId", momento)`,
  `CREATE TABLE IF NOT EXISTS estoque.contagens (
    "lojaId" bigint NOT NULL, origem text COLLATE "C" NOT NULL, "origemId" bigint NOT NULL, "produtoId" bigint NOT NULL,
    momento timestamptz NOT NULL, saldo numeric(19,4) NOT NULL, contabil numeric, quebra numeric NOT NULL,
    PRIMARY KEY ("lojaId", origem, "origemId", "produtoId"))`,
  `CREATE INDEX IF NOT EXISTS contagens_produto ON estoque.contagens ("lojaId", "produtoId", momento)`,
  `CREATE TABLE IF NOT EXISTS estoque.composicoes (
    "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, tipo text COLLATE "C" NOT NULL, momento timestamptz NOT NULL,
    itens jsonb NOT NULL, PRIMARY KEY ("lojaId", "produtoId", tipo, momento))`,
  `CREATE TABLE IF NOT EXISTS estoque.expansoes (
    "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, de timestamptz NOT NULL, ate timestamptz NOT NULL,
    "insumoId" bigint NOT NULL, quantidade numeric NOT NULL, PRIMARY KEY ("lojaId", "produtoId", de, "insumoId"))`,
  `CREATE TABLE IF NOT EXISTS estoque.custos (
    "lojaId" bigint NOT NULL, "produtoId" bigint NOT NULL, momento timestamptz NOT NULL, custo numeric(19,4) NOT NULL,
    PRIMARY KEY ("lojaId", "produtoId", momento))`,
]

/** Costs of products at a moment, for reports: `LEFT JOIN estoque.f_custos(:lojaId, :createdBefore)`; those without a row cost what they cost now. */
const costFunction = `CREATE OR REPLACE FUNCTION estoque.f_custos(loja bigint, ate_em timestamptz)
  RETURNS TABLE ("produtoId" bigint, custo numeric) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT DISTINCT ON (c."produtoId") c."produtoId", c.custo FROM estoque.custos c
  WHERE c."lojaId" = loja AND c.momento <= ate_em ORDER BY c."produtoId", c.momento DESC $$`

const names = ['lancamentos', 'contagens', 'composicoes', 'expansoes', 'custos'].map(name => `estoque.${name}`)

/** Combos that stand already were what they are as long as anybody knows; `narrow` is over those combos. */
const standingCombosOf = (
  narrow: string,
): string => `INSERT INTO estoque.composicoes ("lojaId", "produtoId", tipo, momento, itens)
  SELECT "lojaId", "produtosId", 'combo', '-infinity', jsonb_agg(jsonb_build_object('produtoId', item, 'quantidade', n) ORDER BY item)
  FROM (SELECT "lojaId", "produtosId", "produtoIdItem" AS item, count(*) AS n FROM "produtos_comboItens"
    WHERE ${narrow}"produtoIdItem" IS NOT NULL GROUP BY 1, 2, 3) i
  WHERE NOT EXISTS (SELECT FROM estoque.composicoes c WHERE c."lojaId" = i."lojaId" AND c."produtoId" = i."produtosId" AND c.tipo = 'combo')
  GROUP BY 1, 2`

export const standingCombos = standingCombosOf('')

export const stockLedger: DerivedTables = {
  name: 'stock ledger',
  from: ['produtos', 'Movimentos'],
  drop: [],
  make: ['CREATE SCHEMA IF NOT EXISTS estoque', ...tables, ...names.flatMap(storeGuards), costFunction],
  fill: [standingCombos, 'DELETE FROM estoque.expansoes', EXPAND_ALL.replaceAll('$1', 'NULL')],
  fillStore: [standingCombosOf('"lojaId" = $1 AND '), 'DELETE FROM estoque.expansoes WHERE "lojaId" = $1', EXPAND_STORE],
  grants: role => [
    `GRANT USAGE ON SCHEMA estoque TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA estoque TO ${role}`,
  ],
  rebuild: rebuildExpansions,
  async verify(q, lojaId) {
    return [{ table: 'expansoes', differences: await expansionDifferences(q, lojaId) }]
  },
}
