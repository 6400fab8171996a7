import { formatDateTime } from '../../../base/dates.ts'
import { formatMessage } from '../../../model/formatMessage.ts'
import type { Model } from '../../../model/model.ts'
import { ApiError, operation, requireStore } from '../../../server/plugin.ts'
import { fetchNotes, type ReadingState, readingState } from '../receiving/fetchNotes.ts'
import type { Authority } from '../transport/authority.ts'
import { CallFailure } from '../transport/soapCall.ts'

const state = {
  ultNSU: { type: 'string', description: 'O último NSU lido' },
  maxNSU: { type: 'string', description: 'O maior que a SEFAZ tinha' },
  consultado_em: { type: ['string', 'null'], format: 'date-time' },
  espera_ate: { type: ['string', 'null'], format: 'date-time', description: 'Antes disso a SEFAZ não responde' },
}

const told = ({ ultimo, maximo, consultado_em, espera_ate }: ReadingState) => ({
  ultNSU: ultimo,
  maxNSU: maximo,
  consultado_em,
  espera_ate,
})

/** The same in words, by the store's clock. */
function inWords(model: Model, { ultimo, consultado_em, espera_ate }: ReadingState, zone: string): string {
  if (consultado_em === null) return formatMessage(model, 'received.never-read')
  const told = (at: string): string => formatDateTime(new Date(at).toISOString(), zone)
  const waits = espera_ate !== null && new Date(espera_ate).getTime() > Date.now()
  const said = { nsu: ultimo.replace(/^0+(?=.)/, ''), at: told(consultado_em), until: waits ? told(espera_ate) : '' }
  return formatMessage(model, waits ? 'received.last-read-wait' : 'received.last-read', said)
}

/** How far the documents that others issued to the store are read. */
export const lastNsu = operation({
  method: 'GET',
  path: 'Sefaz/ultimoNSU',
  title: 'Último NSU lido',
  gate: 'estoque_ver || contador_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: {
    type: 'object',
    properties: { ...state, texto: { type: 'string', description: 'O mesmo em palavras' } },
    required: [...Object.keys(state), 'texto'],
  },
  messages: [],
  async run({ caller, database, writing }) {
    const lojaId = requireStore(caller)
    const found = await database.read({ stores: [lojaId] }, q => readingState(q, lojaId))
    return { ...told(found), texto: inWords(writing.service.model(), found, caller.zone) }
  },
})

/** Fetches what others issued to the store; obeys the authority's wait, and says until when. */
export const fetchReceived = (authority: Authority) =>
  operation({
    method: 'POST',
    path: 'Sefaz/buscaNotas',
    title: 'Buscar notas de fornecedores na SEFAZ',
    gate: 'estoque_ver',
    standsAlone: true,
    input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
    output: {
      type: 'object',
      properties: { documentos: { type: 'integer' }, resposta: { type: 'string' }, ...state },
      required: ['documentos', 'resposta'],
    },
    messages: [
      'certificate.missing',
      'certificate.store-state',
      'nfce.certificate-expired',
      ...['fetch-wait', 'fetch-refused', 'fetch-failed'].map(code => `received.${code}`),
    ],
    async run({ caller, writing, log }) {
      const lojaId = requireStore(caller)
      const { service } = writing
      const found = await fetchNotes({ service, authority }, lojaId).catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        log.warn({ err: error }, 'the national tax authority did not answer')
        throw new ApiError(424, 'received.fetch-failed')
      })
      const until = found.espera_ate === null ? '' : formatDateTime(new Date(found.espera_ate).toISOString(), caller.zone)
      if (found.refusal) throw new ApiError(400, 'received.fetch-refused', found.refusal)
      if (found.waits) throw new ApiError(400, 'received.fetch-wait', { until })
      const { count } = found
      const resposta = formatMessage(service.model(), count > 0 ? 'received.fetch-some' : 'received.fetch-none', { count, until })
      return { documentos: count, resposta, ...told(found) }
    },
  })
