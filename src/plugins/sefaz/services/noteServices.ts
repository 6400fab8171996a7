import { setTimeout as pause } from 'node:timers/promises'
import { elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import type { Authority } from '../transport/authority.ts'
import type { ServiceName } from '../transport/endpoints.ts'
import type { CallerIdentity } from '../transport/soapCall.ts'
import { parseXml } from '../xml/parseXml.ts'
import { readElement } from '../xml/readElement.ts'
import { type RegisteredEvent, readAnswer, type ServiceAnswer } from './readAnswer.ts'
import { type Verdict, verdictOf } from './verdict.ts'

const namespace = 'http://www.portalfiscal.inf.br/nfe'

/** Times that a receipt is asked for before the note is left to be asked for by its key, and milliseconds in between. */
const receiptAsks = 3
const receiptPause = 1000

/** The authority to ask, and the identity of the caller. */
export interface Correspondence {
  readonly authority: Authority
  readonly identity: CallerIdentity
  readonly model: '55' | '65'
  readonly environment: 1 | 2
  readonly state: string
}

async function ask(
  { authority, identity, model, environment, state }: Correspondence,
  service: ServiceName,
  message: string,
  root: string,
): Promise<ServiceAnswer> {
  return readAnswer(await authority.call({ model, environment, state, service }, message, identity), root)
}

/** Sends a signed note, alone and to be answered at once; where the authority gives a receipt, that is asked for. @throws CallFailure */
export async function sendNote(to: Correspondence, note: string, batch: string): Promise<Verdict> {
  const message = `<enviNFe xmlns="${namespace}" versao="4.00"><idLote>${batch}</idLote><indSinc>1</indSinc>${note}</enviNFe>`
  const { result, textOf } = await ask(to, 'NfeAutorizacao', message, 'retEnviNFe')
  const receipt = textAt(result, 'infRec/nRec')
  if (textAt(result, 'cStat') === '103' && receipt) return fetchReceipt(to, receipt)
  const protocol = elementAt(result, 'protNFe/infProt')
  return verdictOf(protocol ?? result, 'dhRecbto', protocol && textOf('protNFe'))
}

async function fetchReceipt(to: Correspondence, receipt: string): Promise<Verdict> {
  const message = `<consReciNFe xmlns="${namespace}" versao="4.00"><tpAmb>${to.environment}</tpAmb><nRec>${receipt}</nRec></consReciNFe>`
  let verdict: Verdict = { cStat: '105', xMotivo: 'Lote em processamento' }
  for (let asked = 0; asked < receiptAsks && verdict.cStat === '105'; asked++) {
    await pause(receiptPause)
    const { result, textOf } = await ask(to, 'NfeRetAutorizacao', message, 'retConsReciNFe')
    const protocol = elementAt(result, 'protNFe/infProt')
    verdict = verdictOf(protocol ?? result, 'dhRecbto', protocol && textOf('protNFe'))
  }
  return verdict
}

/** Events that cancel a note: by its issuer, and by another note in its place. */
const cancelling = ['110111', '110112']

/** The state of a key at the authority. */
export interface KeyState extends Verdict {
  /** The event that cancelled the note, as it was registered. */
  readonly cancellation?: string | undefined
  readonly events: readonly RegisteredEvent[]
}

/** Asks for a key (NFeConsultaProtocolo4). @throws CallFailure */
export async function queryKey(to: Correspondence, key: string): Promise<KeyState> {
  const message = `<consSitNFe xmlns="${namespace}" versao="4.00"><tpAmb>${to.environment}</tpAmb><xServ>CONSULTAR</xServ><chNFe>${key}</chNFe></consSitNFe>`
  const { result, textOf, events } = await ask(to, 'NfeConsultaProtocolo', message, 'retConsSitNFe')
  const said = verdictOf(result, 'dhRecbto')
  const protocol = elementAt(result, 'protNFe/infProt')
  return {
    ...said,
    protocol: textAt(protocol, 'nProt'),
    at: textAt(protocol, 'dhRecbto') ?? said.at,
    proof: textOf('protNFe'),
    cancellation: said.cStat === '101' ? events.find(({ type }) => cancelling.includes(type))?.text : undefined,
    events,
  }
}

/** Sends a signed event. @throws CallFailure */
export async function sendEvent(to: Correspondence, event: string, batch: string): Promise<Verdict> {
  const message = `<envEvento xmlns="${namespace}" versao="1.00"><idLote>${batch}</idLote>${event}</envEvento>`
  const { result, textOf } = await ask(to, 'RecepcaoEvento', message, 'retEnvEvento')
  const registered = elementAt(result, 'retEvento/infEvento')
  return verdictOf(registered ?? result, 'dhRegEvento', registered && textOf('retEvento'))
}

/** Returns the authority's word on an event that it keeps: of its `procEventoNFe`. */
export function eventVerdict(text: string): Verdict {
  using document = parseXml(text)
  return verdictOf(elementAt(readElement(document.root), 'retEvento/infEvento'), 'dhRegEvento', text)
}

/** Sends a signed request to void numbers. @throws CallFailure */
export async function voidNumbers(to: Correspondence, request: string): Promise<Verdict> {
  const { result, textOf } = await ask(to, 'NfeInutilizacao', request, 'retInutNFe')
  return verdictOf(elementAt(result, 'infInut') ?? result, 'dhRecbto', textOf('retInutNFe'))
}
