import { descendantsOf, textAt } from '../../../domain/fiscal/core/public.ts'
import { nextVersion, type Queries, type RegisterChange } from '../../../server/plugin.ts'
import type { Attempt, Sending } from '../issuing/sending.ts'
import { storeKeys } from '../issuing/storeKeys.ts'
import { releaseTransmission, type Transmission } from '../issuing/transmissions.ts'
import { sendEvent } from '../services/noteServices.ts'
import { isUndecided, type Verdict } from '../services/verdict.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { bringNote } from './bringNote.ts'
import { passReceivingPoint } from './crashPoints.ts'
import { isManifestation, manifestationMarks } from './manifestations.ts'

/** The national authority, which takes what recipients say. */
const national = 'AN'

/** Registered, in time or not; 573: it was registered before, and only the answer was lost. */
const registered = ['135', '136', '573']

/** Sends a stored manifestation; the same bytes go until the authority has decided of them. Its failures tell nothing of the state's authority. */
export async function transmitManifestation(
  { service, authority }: Sending,
  lojaId: number,
  taken: Transmission,
): Promise<Attempt> {
  const write = <T>(run: (q: Queries) => Promise<T>): Promise<T> => service.database.write({ stores: [lojaId] }, run)
  passReceivingPoint('manifestation-sending')
  const verdict = await ask().catch(async (error: unknown) => {
    await write(q => releaseTransmission(q, lojaId, taken))
    if (!(error instanceof CallFailure)) throw error
    service.log.warn({ err: error, loja: lojaId, transmissao: taken.id }, 'the national tax authority did not answer')
    return error
  })
  if (verdict instanceof CallFailure) return { sent: taken, failure: verdict }
  passReceivingPoint('manifestation-answered')
  if (isUndecided(verdict)) {
    await write(q => releaseTransmission(q, lojaId, taken))
    return { sent: taken, verdict }
  }
  const estado = registered.includes(verdict.cStat) ? 'ACEITO' : 'REJEITADO'
  const changes = await write(async q => {
    const settled = await settle(q, lojaId, taken, estado, verdict)
    passReceivingPoint('manifestation-deciding')
    return settled
  })
  passReceivingPoint('manifestation-decided')
  // The same change tells of the note, should it come now.
  for (const { ids } of changes) for (const id of ids) await bringNote({ service, authority }, lojaId, Number(id))
  for (const change of changes) service.publish(change)
  return { sent: { ...taken, estado, cStat: verdict.cStat, xMotivo: verdict.xMotivo }, verdict }

  async function ask(): Promise<Verdict> {
    const { identity } = await service.database.read({ stores: [lojaId] }, q => storeKeys(q, lojaId, service))
    const to = { authority, identity, model: '55', environment: taken.ambiente, state: national } as const
    return sendEvent(to, taken.documento, `${taken.id}`)
  }
}

/** Keeps the decision, and what an accepted one makes of the note, once. */
async function settle(
  q: Queries,
  lojaId: number,
  { id, tentativas, documento }: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
): Promise<RegisterChange[]> {
  const { rows } = await q.query<{ nfeId: string; at: string }>(
    `UPDATE "NFe_transmissaos" SET estado = $4, "cStat" = $5, "xMotivo" = $6, protocolo = $7, resposta = $8, reservada_ate = NULL,
       decidida_em = $9, "updatedAt" = now()
     WHERE "lojaId" = $1 AND id = $2 AND tentativas = $3 AND estado = 'PENDENTE' RETURNING "nfeId", decidida_em AS at`,
    [
      ...[lojaId, id, tentativas, estado, verdict.cStat.slice(0, 4), verdict.xMotivo.slice(0, 255)],
      ...[verdict.protocol ?? null, verdict.proof ?? null, verdict.at ?? new Date().toISOString()],
    ],
  )
  const [settled] = rows
  const { tipo, reason } = wordsOf(documento)
  if (!settled || estado !== 'ACEITO' || !isManifestation(tipo)) return []
  const { flag, state } = manifestationMarks[tipo]
  await q.query(
    `UPDATE nfes SET "${flag}" = true, "${flag}_em" = $3, manifestacao = $4, justificativa = coalesce($5, justificativa), ${nextVersion()} WHERE "lojaId" = $1 AND id = $2`,
    [lojaId, settled.nfeId, settled.at, state, reason ?? null],
  )
  return [{ register: 'nfes', lojaId, ids: [`${settled.nfeId}`] }]
}

function wordsOf(text: string): { readonly tipo: string | undefined; readonly reason: string | undefined } {
  using document = parseXml(text)
  const [info] = descendantsOf(readElement(document.root), 'infEvento')
  return { tipo: textAt(info, 'tpEvento'), reason: textAt(info, 'detEvento/xJust') }
}
