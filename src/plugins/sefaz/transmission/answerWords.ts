import { formatMessage } from '../../../model/formatMessage.ts'
import type { Service } from '../../../server/plugin.ts'
import type { Attempt } from './sentDocument.ts'

/** The code and the words of the authority, as records hold them. */
interface Said {
  readonly cStat: string | null
  readonly xMotivo: string | null
}

/** The answer of a call that issues, cancels, corrects or voids, by the names under which it tells record and key. */
export const noteAnswerOutput = (id: string, key: string) => ({
  type: 'object',
  properties: {
    [id]: { type: 'integer' },
    [key]: { type: ['string', 'null'] },
    serie: { type: 'integer' },
    numero: { type: 'integer' },
    situacao: { type: 'string' },
    cStat: { type: ['string', 'null'] },
    xMotivo: { type: ['string', 'null'] },
    resposta: { type: 'string', description: 'Código e palavras da SEFAZ, ou que ela ainda não respondeu' },
  },
  required: [id, 'serie', 'numero', 'situacao', 'resposta'],
})

/** Returns the words of a call's answer: the authority's, or that it has not decided. */
export function answerWords(service: Service, attempt: Attempt | undefined, { cStat, xMotivo }: Said): string {
  const { sent, verdict } = attempt ?? {}
  if (sent?.estado !== 'PENDENTE') return `${cStat} - ${xMotivo}`
  const code = verdict?.cStat === '656' ? 'nfce.blocked' : sent.tipo === 'NOTA' ? 'nfce.waiting' : 'nfce.request-waiting'
  return formatMessage(service.model(), code)
}
