import { descendantsOf, textAt } from '../../../domain/fiscal/core/public.ts'
import { type ColumnOf, changeRecords, type RegisterChange, tableOf, type UnitOfWork } from '../../../server/plugin.ts'
import { sendEvent } from '../services/noteServices.ts'
import { isUndecided, type Verdict } from '../services/verdict.ts'
import type { SentDocument } from '../transmission/sentDocument.ts'
import { decisionSql, decisionValues } from '../transmission/settle.ts'
import { releaseTransmission, type Transmission } from '../transmission/transmissions.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { bringNote } from './bringNote.ts'
import { passReceivingPoint } from './crashPoints.ts'
import { isManifestation, manifestationMarks } from './manifestations.ts'

/** The national authority, which takes what recipients say. */
const national = 'AN'

/** Registered, in time or not; 573: it was registered before, and only the answer was lost. */
const registered = ['135', '136', '573']

/** Manifestations: the same bytes go until the authority has decided of them. Its failures tell nothing of the state's authority. */
export const manifestationDocument: SentDocument = {
  silence: 'the national tax authority did not answer',
  passStep: step => passReceivingPoint(`manifestation-${step}`),
  placeOf: home => ({ ...home, model: '55', state: national }),
  async ask({ to, lojaId, taken }) {
    const verdict = await sendEvent(to, taken.documento, `${taken.id}`)
    if (isUndecided(verdict)) {
      const decide = ({ q }: UnitOfWork) => releaseTransmission(q, lojaId, taken).then(() => ({ changes: [] }))
      return { verdict, estado: 'PENDENTE', decide }
    }
    const estado = registered.includes(verdict.cStat) ? 'ACEITO' : 'REJEITADO'
    return { verdict, estado, decide: async work => ({ changes: await settle(work, lojaId, taken, estado, verdict) }) }
  },
  // It is told anew: the note may come now.
  async follow(sending, lojaId, changes) {
    for (const { ids } of changes) for (const id of ids) await bringNote(sending, lojaId, Number(id))
  },
}

/** Keeps the decision, and what an accepted one makes of the note, once. */
async function settle(
  work: UnitOfWork,
  lojaId: number,
  sent: Transmission,
  estado: 'ACEITO' | 'REJEITADO',
  verdict: Verdict,
): Promise<RegisterChange[]> {
  const { rows } = await work.q.query<{
    nfeId: ColumnOf<'NFe_transmissaos', 'nfeId'>
    at: ColumnOf<'NFe_transmissaos', 'decidida_em'>
  }>(
    `${decisionSql} RETURNING "nfeId", decidida_em AS at`,
    decisionValues(lojaId, sent, estado, { ...verdict, at: verdict.at ?? new Date().toISOString() }),
  )
  const [settled] = rows
  const { tipo, reason } = wordsOf(sent.documento)
  if (!settled || estado !== 'ACEITO' || !isManifestation(tipo)) return []
  const { flag, state } = manifestationMarks[tipo]
  // The way of the note: its history tells it, and automations hear of it. Nobody takes back what the authority keeps.
  const said = {
    [flag]: true,
    [`${flag}_em`]: settled.at,
    manifestacao: state,
    ...(reason === undefined ? {} : { justificativa: reason }),
  }
  await changeRecords(tableOf(work.model, 'nfes'), [settled.nfeId], said, { ...work, isConsequence: true }, { history: true })
  return [{ register: 'nfes', lojaId, ids: [`${settled.nfeId}`] }]
}

function wordsOf(text: string): { readonly tipo: string | undefined; readonly reason: string | undefined } {
  using document = parseXml(text)
  const [info] = descendantsOf(readElement(document.root), 'infEvento')
  return { tipo: textAt(info, 'tpEvento'), reason: textAt(info, 'detEvento/xJust') }
}
