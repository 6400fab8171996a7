import type { ManifestationType } from '../../../domain/fiscal/core/public.ts'
import {
  ApiError,
  type NumbersOf,
  operation,
  type RowOf,
  requireStore,
  validationError,
  withUnitOfWork,
} from '../../../server/plugin.ts'
import { storeManifestation } from '../receiving/storeManifestation.ts'
import { manifestationDocument } from '../receiving/transmitManifestation.ts'
import { transmit } from '../transmission/transmit.ts'
import type { Authority } from '../transport/authority.ts'

interface Named {
  readonly path: 'cienciaOperacao' | 'confirmacaoDaOperacao' | 'desconhecimentoDaOperacao' | 'operacaoNaoRealizada'
  readonly title: string
  readonly tipo: ManifestationType
}

const named: readonly Named[] = [
  { path: 'cienciaOperacao', title: 'Manifestar ciência da operação', tipo: '210210' },
  { path: 'confirmacaoDaOperacao', title: 'Confirmar a operação', tipo: '210200' },
  { path: 'desconhecimentoDaOperacao', title: 'Manifestar desconhecimento da operação', tipo: '210220' },
  { path: 'operacaoNaoRealizada', title: 'Manifestar operação não realizada', tipo: '210240' },
]

type Word = 'cienciaOperacao' | 'confirmacaoOperacao' | 'desconhecimentoOperacao' | 'operacaoNaoRealizada'
type ManifestedNote = NumbersOf<'nfes', 'id' | 'version'> & RowOf<'nfes', Word | `${Word}_em` | 'manifestacao' | 'justificativa'>

/** The four words of a recipient on a supplier's note. What was said already is not said again. */
export const manifestNote = (authority: Authority) => named.map(one => manifestation(authority, one))

const manifestation = (authority: Authority, { path, title, tipo }: Named) =>
  operation({
    method: 'POST',
    path: `Sefaz/${path}`,
    title,
    gate: 'estoque_ver',
    standsAlone: true,
    input: {
      type: 'object',
      properties: {
        lojaId: { type: 'integer' },
        eventoId: { type: 'integer', description: 'O id da NF-e recebida' },
        ...(tipo === '210240' ? { justificativa: { type: 'string', maxLength: 512 } } : {}),
      },
      required: ['eventoId'],
    },
    output: {
      type: 'object',
      properties: {
        nfeInstance: { type: 'object', description: 'O que mudou na nota' },
        cStat: { type: ['string', 'null'] },
        xMotivo: { type: ['string', 'null'] },
      },
      required: ['nfeInstance'],
    },
    messages: [
      'not-found',
      'certificate.missing',
      'nfce.certificate-expired',
      'nfce.invalid',
      ...['manifest-other', 'manifest-refused', 'manifest-waiting', 'reason-short', 'reason-authority'].map(
        code => `received.${code}`,
      ),
    ],
    async run({ caller, input, database, writing }) {
      const { eventoId } = input
      const justificativa = 'justificativa' in input ? input.justificativa : undefined
      const lojaId = requireStore(caller)
      const { service } = writing
      const reason = tipo === '210240' ? checkReason(justificativa ?? '') : undefined
      const id = await withUnitOfWork(writing, { stores: [lojaId] }, work =>
        storeManifestation({ lojaId, nfeId: eventoId, tipo, justificativa: reason }, work),
      )
      const { sent } = id === undefined ? {} : await transmit({ service, authority }, manifestationDocument, lojaId, id)
      const { cStat = null, xMotivo = null } = sent ?? {}
      if (sent?.estado === 'REJEITADO')
        throw new ApiError(400, 'received.manifest-refused', { cStat: cStat ?? '', xMotivo: xMotivo ?? '' })
      if (sent?.estado === 'PENDENTE') throw new ApiError(424, 'received.manifest-waiting')
      const { rows } = await database.read({ stores: [lojaId] }, q =>
        q.query<ManifestedNote>(
          `SELECT id::float8, version::float8, manifestacao, "cienciaOperacao", "cienciaOperacao_em", "confirmacaoOperacao", "confirmacaoOperacao_em",
             "desconhecimentoOperacao", "desconhecimentoOperacao_em", "operacaoNaoRealizada", "operacaoNaoRealizada_em", justificativa
           FROM nfes WHERE "lojaId" = $1 AND id = $2`,
          [lojaId, eventoId],
        ),
      )
      return { nfeInstance: rows[0] ?? {}, cStat, xMotivo }
    },
  })

/** The document asks for 10 characters, the authority for 15, of 255 at most. */
function checkReason(text: string): string {
  const reason = text.trim().replace(/\s+/g, ' ')
  if (reason.length < 10) throw validationError([{ path: 'justificativa', code: 'received.reason-short' }])
  if (reason.length < 15) throw validationError([{ path: 'justificativa', code: 'received.reason-authority' }])
  return reason.slice(0, 255)
}
