import { textAt } from '../../../domain/fiscal/core/public.ts'
import type { Authority } from '../transport/authority.ts'
import type { CallerIdentity } from '../transport/soapCall.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { readAnswer } from './readAnswer.ts'

/** The authority's word on its service. */
export interface ServiceStatus {
  /** 107: it works; 108, 109: it rests; 113, 114: about contingency. */
  readonly cStat: string
  readonly xMotivo: string
  /** The environment that answered: 1 production, 2 homologation. */
  readonly ambiente: 1 | 2
}

/** Asks whether the service for NF-e works (NFeStatusServico4). */
export async function askStatus(
  authority: Authority,
  { environment, state, stateCode }: StatusWish,
  identity: CallerIdentity,
): Promise<ServiceStatus> {
  const message = `<consStatServ xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>${environment}</tpAmb><cUF>${stateCode}</cUF><xServ>STATUS</xServ></consStatServ>`
  const answer = await authority.call({ model: '55', environment, state, service: 'NfeStatusServico' }, message, identity)
  return readStatus(answer)
}

interface StatusWish {
  readonly environment: 1 | 2
  readonly state: string
  /** IBGE's code of the state. */
  readonly stateCode: string
}

function readStatus(answer: string): ServiceStatus {
  const { result } = readAnswer(answer, 'retConsStatServ')
  const cStat = textAt(result, 'cStat')
  if (cStat === undefined) throw new CallFailure('unreadable', 'no code in the answer')
  return { cStat, xMotivo: textAt(result, 'xMotivo') ?? '', ambiente: textAt(result, 'tpAmb') === '1' ? 1 : 2 }
}
