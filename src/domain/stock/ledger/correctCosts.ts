import type { Queries } from '../../../server/domain.ts'

/** The cost of a product as a document said it, and as it says it now; as kept. */
export interface CorrectedCost {
  readonly produtoId: number
  readonly was: number
  readonly is: number
}

/**
 * Corrects what products cost from the moment of a document on, in the transaction at hand, as if it had said so at once: until somebody, or a later note,
 * gave them another cost. Stock of the days between is worth what it was worth, and no multiple of it.
 */
export async function correctCosts(q: Queries, lojaId: number, moment: string, costs: readonly CorrectedCost[]): Promise<void> {
  if (costs.length === 0) return
  const columns = [costs.map(({ produtoId }) => produtoId), costs.map(({ was }) => was), costs.map(({ is }) => is)]
  await q.query(CORRECT, [lojaId, moment, ...columns])
}

/** `ate`: a later note says anew what its goods cost, also where that was the same. `outro`: the first other cost since. */
const CORRECT = `WITH ditos AS (
    SELECT u.*, coalesce((SELECT min(l.momento) FROM estoque.lancamentos l
        WHERE l."lojaId" = $1 AND l."produtoId" = u.id AND l.motivo = 'nota' AND l.momento > $2::timestamptz), 'infinity') AS ate,
      coalesce((SELECT min(c.momento) FROM estoque.custos c
        WHERE c."lojaId" = $1 AND c."produtoId" = u.id AND c.momento >= $2::timestamptz AND c.custo <> u.era), 'infinity') AS outro
    FROM unnest($3::bigint[], $4::numeric[], $5::numeric[]) u(id, era, novo)),
  mudados AS (
    UPDATE estoque.custos c SET custo = d.novo FROM ditos d
    WHERE c."lojaId" = $1 AND c."produtoId" = d.id AND c.momento >= $2::timestamptz AND c.momento < least(d.ate, d.outro)
    RETURNING c."produtoId" AS id),
  novos AS (
    SELECT d.id, $2::timestamptz AS momento, d.novo AS custo FROM ditos d
    WHERE d.id NOT IN (SELECT id FROM mudados) AND d.era = (SELECT c.custo FROM estoque.custos c
      WHERE c."lojaId" = $1 AND c."produtoId" = d.id AND c.momento < $2::timestamptz ORDER BY c.momento DESC LIMIT 1))
  INSERT INTO estoque.custos ("lojaId", "produtoId", momento, custo)
  SELECT $1, id, momento, custo FROM novos
  UNION ALL
  SELECT $1, d.id, d.ate, d.era FROM ditos d WHERE d.ate < d.outro AND (d.id IN (SELECT id FROM mudados) OR d.id IN (SELECT id FROM novos))
  ON CONFLICT ("lojaId", "produtoId", momento) DO NOTHING`
