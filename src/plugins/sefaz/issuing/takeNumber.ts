import { randomInt } from 'node:crypto'
import { isNumericCode } from '../../../domain/fiscal/core/public.ts'
import { ApiError, type Queries } from '../../../server/plugin.ts'

/** The next number of an equipment's series, taken with the transaction that stores the note's bytes. */
export async function takeNumber(q: Queries, lojaId: number, equipamentoId: number): Promise<{ serie: number; numero: number }> {
  const { rows } = await q.query<{ nome: string; serie: string | null; last: string | null }>(
    `SELECT nome, nfce_serie AS serie, "nfce_nNF" AS last FROM equipamentos WHERE "lojaId" = $1 AND id = $2 FOR UPDATE`,
    [lojaId, equipamentoId],
  )
  const equipment = rows[0]
  if (!equipment) throw new ApiError(400, 'nfce.equipment')
  if (equipment.serie === null) throw new ApiError(400, 'nfce.series-missing', { equipment: equipment.nome })
  const serie = Number(equipment.serie)
  const { rows: others } = await q.query<{ nome: string }>(
    'SELECT nome FROM equipamentos WHERE "lojaId" = $1 AND id <> $2 AND nfce_serie = $3 AND ativo LIMIT 1',
    [lojaId, equipamentoId, serie],
  )
  if (others[0]) throw new ApiError(400, 'nfce.series-shared', { other: others[0].nome, serie })
  const numero = await nextUnvoided(q, lojaId, serie, Number(equipment.last ?? 0) + 1)
  await q.query(
    'UPDATE equipamentos SET "nfce_nNF" = $3, version = version + 1, "updatedAt" = now() WHERE "lojaId" = $1 AND id = $2',
    [lojaId, equipamentoId, numero],
  )
  return { serie, numero }
}

/** The first number from here on that nobody has voided. */
async function nextUnvoided(q: Queries, lojaId: number, serie: number, from: number): Promise<number> {
  const { rows } = await q.query<{ numero: number }>(
    `SELECT DISTINCT "nNF"::int AS numero FROM "NFCes" WHERE "lojaId" = $1 AND serie = $2 AND "nNF" >= $3 AND situacao = 'INUTILIZADA'
     ORDER BY 1`,
    [lojaId, serie, from],
  )
  const voided = new Set(rows.map(({ numero }) => numero))
  let next = from
  while (voided.has(next)) next += 1
  return next
}

/** A code that makes a key hard to guess (`cNF`). */
export function drawCode(numero: number): string {
  for (;;) {
    const code = `${randomInt(12345678, 98765433)}`
    if (isNumericCode(code, `${numero}`)) return code
  }
}
