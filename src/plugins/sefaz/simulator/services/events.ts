import { XmlElement } from 'libxml2-wasm'
import { type Element, elementOf, find, said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import type { KeptEvent, KeptNote } from '../ledger.ts'
import { type Verdict, verdict } from '../reasons.ts'
import {
  type AuthorityService,
  application,
  authorityMoment,
  checkSigner,
  head,
  protocolNumber,
  restOf,
  type ServiceContext,
  type ServiceMessage,
  worded,
} from '../service.ts'
import { checkSignature } from '../signatureCheck.ts'
import { releaseNote, tellEvent } from './recipients.ts'

const nfe = { nfe: nfeNamespace }
const minute = 60_000
const hour = 60 * minute

const registered = ['135', '136', '155']

/** NFeRecepcaoEvento4: cancellations, corrections, manifestations of a recipient. */
export const receiveEvents: AuthorityService = (message, context) => {
  const { document, element, faults } = message
  const wrong = context.schemas.check('envEvento', document)
  const refused = wrong ? verdict('215', wrong) : restOf(context)
  const nodes = document.find('/nfe:envEvento/nfe:evento', nfe)
  const answers = refused ? [] : nodes.map(node => (node instanceof XmlElement ? answerEvent(node, message, context) : ''))
  return write(
    'retEnvEvento',
    [
      said('idLote', textAt(element, 'idLote') || '0'),
      said('tpAmb', context.environment),
      said('verAplic', application),
      said('cOrgao', organ(context)),
      said('cStat', (refused ?? verdict('128')).code),
      said('xMotivo', (refused ? worded(refused, faults) : verdict('128')).reason),
      ...answers,
    ],
    { versao: '1.00', xmlns: nfeNamespace },
  )
}

const organ = ({ authoriser }: ServiceContext): string => (authoriser === 'AN' ? '91' : '35')

function answerEvent(node: XmlElement, { faults }: ServiceMessage, context: ServiceContext): string {
  const info = find(elementOf(node), 'infEvento')
  const signed = node.get('nfe:infEvento', nfe)
  if (!info || !(signed instanceof XmlElement)) return ''
  const key = textAt(info, 'chNFe')
  const note = context.ledger.note(key)
  const forced = faults.find(fault => fault.kind === 'code')
  const judged = forced?.code ? verdict(forced.code, forced.reason) : judge(info, signed, note, context)
  const found = worded(judged, faults)
  const at = context.weather.now()
  const type = textAt(info, 'tpEvento')
  const answer = write(
    'retEvento',
    write('infEvento', [
      head(context, found).replace('<cStat>', `${said('cOrgao', textAt(info, 'cOrgao'))}<cStat>`),
      said('chNFe', key),
      said('tpEvento', type),
      said('xEvento', textAt(info, 'detEvento/descEvento').slice(0, 60)),
      said('nSeqEvento', textAt(info, 'nSeqEvento')),
      said('CNPJDest', note && note.recipient.length === 14 ? note.recipient : undefined),
      said('dhRegEvento', authorityMoment(at)),
      said('nProt', registered.includes(found.code) ? protocolNumber(context, key.slice(0, 2)) : undefined),
    ]),
    { versao: '1.00' },
  )
  if (registered.includes(found.code))
    keep(
      {
        kind: 'event',
        key,
        type,
        sequence: Number(textAt(info, 'nSeqEvento')),
        xml: node.toString({ format: false }),
        answer,
        at,
      },
      note,
      context,
    )
  return answer
}

function keep(event: KeptEvent, note: KeptNote | undefined, context: ServiceContext): void {
  context.ledger.add(event)
  if (!note) return
  tellEvent(note, event, context)
  if (event.type === '210200' || event.type === '210210') releaseNote(note, context)
}

function judge(info: Element, signed: XmlElement, note: KeptNote | undefined, context: ServiceContext): Verdict {
  const { code, certificate } = checkSignature(signed)
  if (code || !certificate) return verdict(code ?? '298')
  const type = textAt(info, 'tpEvento')
  const author = textAt(info, 'CNPJ') || textAt(info, 'CPF')
  const own = signed.get('nfe:detEvento', nfe)
  const wrong = own instanceof XmlElement ? context.schemas.checkEvent(type, own) : 'detEvento'
  if (wrong) return verdict('215', wrong)
  return (
    checkSigner(certificate, author, context) ??
    checkEvent(info, author, context) ??
    (note ? checkNote(info, type, author, note, context) : verdict('494')) ??
    verdict('135')
  )
}

function checkEvent(info: Element, author: string, { environment, ledger, weather }: ServiceContext): Verdict | undefined {
  const key = textAt(info, 'chNFe')
  const type = textAt(info, 'tpEvento')
  const sequence = textAt(info, 'nSeqEvento')
  if (textAt(info, 'tpAmb') !== environment) return verdict('252')
  if (info.attributes.Id !== `ID${type}${key}${sequence.padStart(2, '0')}`) return verdict('227')
  if (Date.parse(textAt(info, 'dhEvento')) > weather.now() + 5 * minute) return verdict('578')
  if (Number(sequence) > (type === '110110' ? 20 : 1)) return verdict('594')
  const twice = ledger.events(key).some(event => event.type === type && event.sequence === Number(sequence))
  if (twice) return verdict('573')
  return author ? undefined : verdict('574')
}

function checkNote(info: Element, type: string, author: string, note: KeptNote, context: ServiceContext): Verdict | undefined {
  const { ledger, weather } = context
  const manifestation = type.startsWith('2102')
  const party = manifestation ? note.recipient : note.key.slice(6, 20)
  if (party.slice(0, 8) !== author.slice(0, 8)) return verdict(manifestation ? '575' : '574')
  if (Date.parse(textAt(info, 'dhEvento')) < note.issuedAt - minute) return verdict('577')
  if (manifestation) return checkManifestation(type, note, context)
  if (ledger.cancellation(note.key)) return verdict(type === '110110' ? '580' : '218')
  const age = weather.now() - note.authorisedAt
  if (type === '110110') return note.key.slice(20, 22) === '65' ? verdict('784') : age > 720 * hour ? verdict('596') : undefined
  if (textAt(info, 'detEvento/nProt') !== note.protocol) return verdict('222')
  return type === '110112' ? checkSubstitution(info, note, age, context) : checkDeadline(note, age)
}

/** 24 hours for an NF-e, up to 720 late; 30 minutes for an NFC-e, and not one more. */
function checkDeadline(note: KeptNote, age: number): Verdict | undefined {
  if (note.key.slice(20, 22) === '65') return age > 30 * minute ? verdict('501') : undefined
  if (age <= 24 * hour) return undefined
  return verdict(age <= 720 * hour ? '155' : '501')
}

/**
 * An NFC-e that was issued twice around an outage (NT 2018.004): the other one is good, was issued without the authority within two hours, and told the same.
 * What no number is known of is 999.
 */
function checkSubstitution(info: Element, note: KeptNote, age: number, { ledger }: ServiceContext): Verdict | undefined {
  const other = ledger.note(textAt(info, 'detEvento/chNFeRef'))
  if (!other || ledger.cancellation(other.key)) return verdict('910')
  const [emission, model] = [(key: string) => key.slice(34, 35), (key: string) => key.slice(20, 22)]
  if (model(note.key) !== '65' || emission(note.key) !== '1') return verdict('999', 'NFC-e substituída: tpEmis difere de 1')
  if (model(other.key) !== '65' || emission(other.key) !== '9') return verdict('999', 'NFC-e substituta: tpEmis difere de 9')
  if (Math.abs(other.issuedAt - note.issuedAt) > 2 * hour) return verdict('999', 'NFC-e substituta: mais de duas horas')
  if (other.total !== note.total || other.recipient !== note.recipient)
    return verdict('999', 'NFC-e substituta: total ou destinatário difere')
  return age > 168 * hour ? verdict('501') : undefined
}

function checkManifestation(type: string, note: KeptNote, { ledger, weather }: ServiceContext): Verdict | undefined {
  const conclusive = ledger.events(note.key).some(event => ['210200', '210220', '210240'].includes(event.type))
  if (type === '210210' && conclusive) return verdict('640')
  return weather.now() - note.authorisedAt > 180 * 24 * hour ? verdict('596') : undefined
}
