import type { ValuesOf } from '../../../server/plugin.ts'
import type { Verdict } from '../services/verdict.ts'
import type { Transmission } from './transmissions.ts'

/** Keeps what the authority decided of a document, by the values of `decisionValues`, where nobody else decided meanwhile. */
export const decisionSql = `UPDATE "NFe_transmissaos" SET estado = $4, "cStat" = $5, "xMotivo" = $6, protocolo = $7, resposta = $8, reservada_ate = NULL,
         decidida_em = coalesce($9::timestamptz, now()), "updatedAt" = now()
       WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE'`

/** Code and words as records hold them. */
export const saidBy = ({ cStat, xMotivo }: Verdict): { readonly cStat: string; readonly xMotivo: string } => ({
  cStat: cStat.slice(0, 4),
  xMotivo: xMotivo.slice(0, 255),
})

/** The first nine values of a statement that keeps a decision: the first is the store. */
export function decisionValues(
  lojaId: number,
  { id, tentativas }: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
): unknown[] {
  const { protocol = null, proof = null, at = null } = verdict
  // In the order of the statement.
  const decision: ValuesOf<'NFe_transmissaos', 'estado' | 'cStat' | 'xMotivo' | 'protocolo' | 'resposta' | 'decidida_em'> = {
    estado,
    ...saidBy(verdict),
    protocolo: protocol,
    resposta: proof,
    decidida_em: at,
  }
  return [lojaId, id, tentativas, ...Object.values(decision)]
}
