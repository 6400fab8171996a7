import { descendantsOf, textAt } from '../../../domain/fiscal/core/public.ts'
import type { Authority } from '../transport/authority.ts'
import type { CallerIdentity } from '../transport/soapCall.ts'
import { CallFailure } from '../transport/soapCall.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'

/** What the authority says of its service. */
export interface ServiceStatus {
  /** 107: it works; 108, 109: it rests; 113, 114: about contingency. */
  readonly cStat: string
  readonly xMotivo: string
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
  const document = parseAnswer(answer)
  try {
    const [reply] = descendantsOf(readElement(document.root), 'retConsStatServ')
    const cStat = textAt(reply, 'cStat')
    if (cStat === undefined) throw new CallFailure('unreadable', 'no retConsStatServ in the answer')
    return { cStat, xMotivo: textAt(reply, 'xMotivo') ?? '' }
  } finally {
    document.dispose()
  }
}

function parseAnswer(answer: string): ReturnType<typeof parseXml> {
  try {
    return parseXml(answer.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CallFailure('unreadable', 'the answer is no XML', { cause: error })
  }
}
