import { ApiError, inputOfStore, operation, type Queries, requireStore, withUnitOfWork } from '../../../server/plugin.ts'
import {
  type Authorisation,
  knownAuthorisation,
  type NoteToSubstitute,
  readNoteToSubstitute,
  refuseUnlike,
  storeSubstitution,
} from '../cancelling/storeSubstitution.ts'
import { answerStored } from '../issuing/answerStored.ts'
import { queryKey } from '../services/noteServices.ts'
import { isAuthorised } from '../services/verdict.ts'
import { noteAnswerOutput } from '../transmission/answerWords.ts'
import type { Sending } from '../transmission/sentDocument.ts'
import { storeKeys } from '../transmission/storeKeys.ts'
import type { Authority } from '../transport/authority.ts'
import { CallFailure } from '../transport/soapCall.ts'

/**
 * Cancels a consumer's note that was issued twice around an outage by the one that stays (110112), within the hours that the state gives: also one that
 * another system issued, whose protocol the authority is asked for.
 */
export const substituteNfce = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/substituiNFCe',
    title: 'Cancelar por substituição uma NFC-e emitida em duplicidade',
    gate: 'pdv_relatorios',
    standsAlone: true,
    input: inputOfStore({
      nfceId: { type: 'integer', description: 'A NFC-e que será cancelada' },
      chave: { type: 'string', maxLength: 60, description: 'Chave da NFC-e em contingência que vale' },
      justificativa: { type: 'string', minLength: 15, maxLength: 255 },
    }),
    output: noteAnswerOutput('nfceId', 'chNFe'),
    messages: [
      'not-found',
      'certificate.missing',
      ...['none', 'first', 'key', 'waits', 'total', 'late', 'silent'].map(code => `nfce.substitute-${code}`),
      ...['certificate-expired', 'invalid', 'rejected', 'request-blocked'].map(code => `nfce.${code}`),
    ],
    async run({ caller, input, writing }) {
      const lojaId = requireStore(caller)
      const { service } = writing
      const read = <T>(run: (q: Queries) => Promise<T>): Promise<T> => service.database.read({ stores: [lojaId] }, run)
      const wish = { ...input, lojaId, chave: input.chave.replace(/[^0-9A-Za-z]/g, '').toUpperCase() }
      const note = await read(q => readNoteToSubstitute(q, lojaId, input.nfceId, false))
      if (note.situacao !== 'CANCELADA') refuseUnlike(note, wish.chave)
      const known = await read(q => knownAuthorisation(q, lojaId, input.nfceId))
      const authorised = known ?? (await askAuthorisation({ service, authority }, lojaId, note))
      const stored = await withUnitOfWork(writing, { stores: [lojaId] }, work => storeSubstitution(wish, authorised, work))
      return answerStored({ service, authority }, lojaId, stored)
    },
  })

/** Asks the authority for the protocol of a note that another system issued. */
async function askAuthorisation({ service, authority }: Sending, lojaId: number, note: NoteToSubstitute): Promise<Authorisation> {
  const { ambiente: environment, chave, autorizada_em } = note
  const { identity, state } = await service.database.read({ stores: [lojaId] }, q => storeKeys(q, lojaId, service))
  const found = await queryKey({ authority, identity, model: '65', environment, state }, chave).catch((error: unknown) => {
    if (error instanceof CallFailure) throw new ApiError(400, 'nfce.substitute-silent')
    throw error
  })
  if (!isAuthorised(found) || !found.protocol) throw new ApiError(400, 'nfce.substitute-none')
  const at = found.at ?? autorizada_em
  return { protocolo: found.protocol, at: at ? new Date(at) : new Date() }
}
