import { type DataRow, type Effect, holdStore, type NumbersOf, type Queries, requireStore } from '../../../server/domain.ts'
import { draftDay, isBlank, numberIn, operationOf } from '../core/public.ts'
import { drawNumericCode } from '../drafts/drawNumericCode.ts'
import { readInvoiceContext } from '../drafts/readInvoiceContext.ts'

/**
 * A new invoice gets series, number and code where nobody says them, and the environment of its store, by which numbers are kept; one whose
 * recipient is new or another gets what follows from who that is.
 */
export const keepInvoiceDraft: Effect = {
  async before({ before, body, work }) {
    const lojaId = requireStore(work.caller)
    const day = draftDay({ ...before, ...body }, work.caller.zone)
    cleanKeys(body)
    if ((body.inutilizacao ?? before?.inutilizacao) === true)
      return before ? undefined : { ambiente: await environmentOf(work.q, lojaId, day) }
    const context = await readInvoiceContext(work.q, lojaId, numberIn(body.destinatarioId ?? before?.destinatarioId), day)
    const moved = body.destinatarioId !== undefined && numberIn(body.destinatarioId) !== numberIn(before?.destinatarioId)
    if (isBlank(body.identificador_operacao) && (moved || isBlank(before?.identificador_operacao)))
      body.identificador_operacao = operationOf(context)
    if (isBlank(body.identificador_ie_dest) && (moved || isBlank(before?.identificador_ie_dest)))
      body.identificador_ie_dest = context.ie_destinatario
    if (before) return undefined
    await number(work.q, lojaId, context.ambiente, body)
    return { ambiente: context.ambiente, cnf: Number(drawNumericCode(numberIn(body.numero))) }
  },
}

async function environmentOf(q: Queries, lojaId: number, day: string): Promise<1 | 2> {
  return (await readInvoiceContext(q, lojaId, 0, day)).ambiente
}

/**
 * The series of the last invoice, and the number after the last of the series that is in no range that is voided, or about to be; two who save at
 * once wait for each other.
 */
async function number(q: Queries, lojaId: number, ambiente: 1 | 2, body: DataRow): Promise<void> {
  if (!isBlank(body.serie) && !isBlank(body.numero)) return
  await holdStore(q, lojaId)
  const { rows } = await q.query<NumbersOf<'NFe_emissaos', 'serie' | 'numero'>>(
    `WITH RECURSIVE known AS (
       SELECT serie::int, numero::int, coalesce(inutilizacao, false) AS voided, coalesce(numero_final, numero)::int AS numero_final, id
       FROM "NFe_emissaos" WHERE "lojaId" = $1 AND coalesce(ambiente, 2) = $2 AND coalesce(modelo, 55) = 55
     ), s AS (
       SELECT coalesce($3::int, (SELECT serie FROM known WHERE NOT voided ORDER BY id DESC LIMIT 1), 1) AS serie
     ), next AS (
       SELECT s.serie, coalesce((SELECT max(k.numero) FROM known k WHERE k.serie = s.serie AND NOT k.voided), 0) + 1 AS numero FROM s
       UNION
       SELECT n.serie, k.numero_final + 1 FROM next n JOIN known k ON k.voided AND k.serie = n.serie AND n.numero BETWEEN k.numero AND k.numero_final
     ) SELECT serie, max(numero) AS numero FROM next GROUP BY serie`,
    [lojaId, ambiente, Number.isSafeInteger(body.serie) && numberIn(body.serie) <= 999 ? body.serie : null],
  )
  const [next] = rows
  if (isBlank(body.serie)) body.serie = next?.serie
  if (isBlank(body.numero)) body.numero = next?.numero
}

/** Keys are pasted as papers show them, in groups: what is no letter or digit goes. */
function cleanKeys(body: DataRow): void {
  if (!Array.isArray(body.chaves)) return
  body.chaves = body.chaves.map((row: DataRow) =>
    typeof row?.chave === 'string' ? { ...row, chave: row.chave.replace(/[^0-9A-Za-z]/g, '').toUpperCase() } : row,
  )
}
