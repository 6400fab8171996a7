import { XmlElement } from 'libxml2-wasm'
import { type Element, elementOf, find, said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import { type KeyParts, numberOf, readKey } from '../ids.ts'
import type { KeptNote } from '../ledger.ts'
import { checkRules } from '../noteRules.ts'
import { checkQrCode } from '../qrCodeCheck.ts'
import { isAuthorised, type Verdict, verdict } from '../reasons.ts'
import {
  type AuthorityService,
  authorityMoment,
  checkSigner,
  head,
  protocolNumber,
  restOf,
  type ServiceContext,
  type ServiceMessage,
  serves,
  worded,
} from '../service.ts'
import { checkSignature } from '../signatureCheck.ts'
import { checkSums } from '../sums.ts'
import { tellRecipient } from './recipients.ts'

const nfe = { nfe: nfeNamespace }

/** Seconds until a batch that is worked on later has its answer. */
const batchSeconds = 1

/** NFeAutorizacao4: a batch of notes; one alone is answered at once where the sender asks for it. */
export const authorise: AuthorityService = (message, context) => {
  const { document, element, faults } = message
  const refused = checkBatch(message, context)
  if (refused) return batchReply(context, worded(refused, faults), '')
  const answers = document.find('/nfe:enviNFe/nfe:NFe', nfe).map(node => answerNote(node, message, context))
  const later = textAt(element, 'indSinc') !== '1' || faults.some(fault => fault.kind === 'asynchronous')
  if (!later) return batchReply(context, verdict('104'), answers.join(''))
  const receipt = protocolNumber(context, '35')
  context.ledger.add({ kind: 'receipt', receipt, answers, readyAt: context.weather.now() + batchSeconds * 1000 })
  return batchReply(context, verdict('103'), write('infRec', [said('nRec', receipt), said('tMed', batchSeconds)]))
}

function checkBatch({ document, element, xml }: ServiceMessage, context: ServiceContext): Verdict | undefined {
  const resting = restOf(context)
  if (resting) return resting
  const wrong = context.schemas.check('enviNFe', document)
  if (wrong) return verdict(find(element, 'NFe/infNFe') ? '225' : '215', wrong)
  if (document.find('/nfe:enviNFe/nfe:NFe', nfe).length > 1 && textAt(element, 'indSinc') === '1') return verdict('452')
  return xml.length > 1024 * 1024 ? verdict('214') : undefined
}

const batchReply = (context: ServiceContext, found: Verdict, rest: string): string =>
  write('retEnviNFe', [head(context, found), said('cUF', '35'), said('dhRecbto', authorityMoment(context.weather.now())), rest], {
    versao: '4.00',
    xmlns: nfeNamespace,
  })

/** Looks at one note, keeps it where it is good, and writes its protNFe. */
function answerNote(node: unknown, message: ServiceMessage, context: ServiceContext): string {
  const signed = node instanceof XmlElement ? node.get('nfe:infNFe', nfe) : undefined
  if (!(node instanceof XmlElement) || !(signed instanceof XmlElement)) return ''
  const whole = elementOf(node)
  const note = find(whole, 'infNFe')
  const key = (note?.attributes.Id ?? '').slice(3)
  const judged = note ? judge(whole, note, signed, context) : { found: verdict('225'), digest: '' }
  const forced = message.faults.find(fault => fault.kind === 'code')
  const found = worded(forced?.code ? verdict(forced.code, forced.reason) : limitRefusals(judged, context), message.faults)
  const now = context.weather.now()
  const protocol = isAuthorised(found.code) && note ? keep(node, note, judged.digest, found.code, context) : undefined
  return write(
    'protNFe',
    write('infProt', [
      said('tpAmb', context.environment),
      said('verAplic', 'SIMULADOR-1.0'),
      said('chNFe', key),
      said('dhRecbto', authorityMoment(now)),
      said('nProt', protocol),
      said('digVal', judged.digest),
      said('cStat', found.code),
      said('xMotivo', found.reason),
    ]),
    { versao: '4.00' },
  )
}

interface Judged {
  readonly found: Verdict
  readonly digest: string
}

/** Stops a sender of the same refused note after more than 30 times. */
function limitRefusals({ found, digest }: Judged, { refusals }: ServiceContext): Verdict {
  if (isAuthorised(found.code)) return found
  const times = (refusals.get(digest) ?? 0) + 1
  refusals.set(digest, times)
  return times > 30 ? verdict('656') : found
}

function judge(whole: Element, note: Element, signed: XmlElement, context: ServiceContext): Judged {
  const { code, certificate, digest = '' } = checkSignature(signed)
  if (code || !certificate) return { found: verdict(code ?? '298'), digest }
  const issuer = textAt(note, 'emit/CNPJ') || textAt(note, 'emit/CPF')
  const key = (note.attributes.Id ?? '').slice(3)
  const reception = { now: context.weather.now(), environment: context.environment, asksReform: context.environment === '2' }
  const found =
    checkSigner(certificate, issuer, context) ??
    checkPlace(note, context) ??
    checkTaken(key, context) ??
    checkRules(note, reception) ??
    checkSums(note) ??
    (textAt(note, 'ide/mod') === '65' ? checkQrCode(whole, note, context.csc, digest, certificate) : undefined)
  return { found: found ?? verdict(isLate(note, reception.now) ? '150' : '100'), digest }
}

const isLate = (note: Element, now: number): boolean =>
  textAt(note, 'ide/tpEmis') === '9' && now - Date.parse(textAt(note, 'ide/dhEmi')) > 24 * 3600_000

function checkPlace(note: Element, { authoriser, environment }: ServiceContext): Verdict | undefined {
  if (textAt(note, 'ide/tpAmb') !== environment) return verdict('252')
  return serves(authoriser, textAt(note, 'ide/cUF'), textAt(note, 'ide/mod')) ? undefined : verdict('226')
}

/** Checks whether the key, or the number under another key, was used before. */
function checkTaken(key: string, { ledger }: ServiceContext): Verdict | undefined {
  const parts: KeyParts | undefined = readKey(key)
  if (!parts) return verdict('502')
  const same = ledger.note(key)
  if (same) return ledger.cancellation(key) ? verdict('218', `nProt:${same.protocol}`) : verdict('204', `nProt:${same.protocol}`)
  const other = ledger.keyOf(numberOf(parts))
  if (other) return verdict('539', `chNFe:${other}][nProt:${ledger.note(other)?.protocol}`)
  return ledger.isVoided(parts) ? verdict('206') : undefined
}

function keep(node: XmlElement, note: Element, digest: string, code: string, context: ServiceContext): string {
  const protocol = protocolNumber(context, textAt(note, 'ide/cUF'))
  const kept: KeptNote = {
    kind: 'note',
    key: (note.attributes.Id ?? '').slice(3),
    xml: node.toString({ format: false }),
    issuedAt: Date.parse(textAt(note, 'ide/dhEmi')),
    authorisedAt: context.weather.now(),
    protocol,
    digest,
    code,
    total: textAt(note, 'total/ICMSTot/vNF'),
    recipient: textAt(note, 'dest/CNPJ') || textAt(note, 'dest/CPF'),
    issuerName: textAt(note, 'emit/xNome'),
  }
  context.ledger.add(kept)
  tellRecipient(kept, note, context)
  return protocol
}
