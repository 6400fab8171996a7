import { XmlElement } from 'libxml2-wasm'
import { type Element, find, said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import { readKey } from '../ids.ts'
import { touches } from '../ledger.ts'
import { type Verdict, verdict } from '../reasons.ts'
import {
  type AuthorityService,
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

/** The most numbers of one request. */
const most = 10_000

/** NFeInutilizacao4: numbers that will never be used. */
export const voidNumbers: AuthorityService = (message, context) => {
  const info = find(message.element, 'infInut')
  const forced = message.faults.find(fault => fault.kind === 'code')
  const found = worded(forced?.code ? verdict(forced.code, forced.reason) : judge(message, info, context), message.faults)
  const field = (name: string): string | undefined => said(name, textAt(info, name))
  const done = found.code === '102'
  const protocol = done ? protocolNumber(context, textAt(info, 'cUF')) : undefined
  if (done && protocol) context.ledger.add({ kind: 'voiding', ...rangeOf(info), protocol })
  return write(
    'retInutNFe',
    write('infInut', [
      head(context, found),
      said('cUF', textAt(info, 'cUF') || '35'),
      ...(done ? ['ano', 'CNPJ', 'mod', 'serie', 'nNFIni', 'nNFFin'].map(field) : []),
      said('dhRecbto', authorityMoment(context.weather.now())),
      said('nProt', protocol),
    ]),
    { versao: '4.00', xmlns: nfeNamespace },
  )
}

const rangeOf = (info: Element | undefined) => ({
  issuer: textAt(info, 'CNPJ'),
  model: textAt(info, 'mod'),
  series: Number(textAt(info, 'serie')),
  year: textAt(info, 'ano'),
  first: Number(textAt(info, 'nNFIni')),
  last: Number(textAt(info, 'nNFFin')),
})

function judge({ document }: ServiceMessage, info: Element | undefined, context: ServiceContext): Verdict {
  const wrong = context.schemas.check('inutNFe', document)
  if (wrong || !info) return verdict('215', wrong)
  const resting = restOf(context)
  if (resting) return resting
  if (textAt(info, 'tpAmb') !== context.environment) return verdict('252')
  const signed = document.get('/nfe:inutNFe/nfe:infInut', { nfe: nfeNamespace })
  const { code, certificate } =
    signed instanceof XmlElement ? checkSignature(signed) : { code: '298' as const, certificate: undefined }
  if (code || !certificate) return verdict(code ?? '298')
  return checkSigner(certificate, textAt(info, 'CNPJ'), context) ?? checkRange(info, context) ?? verdict('102')
}

function checkRange(info: Element, { ledger, weather }: ServiceContext): Verdict | undefined {
  const range = rangeOf(info)
  const id = ['cUF', 'ano', 'CNPJ', 'mod'].map(name => textAt(info, name)).join('')
  const numbers = [range.first, range.last].map(one => String(one).padStart(9, '0')).join('')
  if (info.attributes.Id !== `ID${id}${String(range.series).padStart(3, '0')}${numbers}`) return verdict('227')
  if (range.first > range.last) return verdict('224')
  if (range.last - range.first + 1 > most) return verdict('201')
  if (Number(range.year) > new Date(weather.now()).getUTCFullYear() % 100) return verdict('453')
  const same = ledger.voidings().filter(one => touches(one, range, range.first, range.last))
  if (same.some(one => one.first === range.first && one.last === range.last)) return verdict('563')
  if (same.length > 0) return verdict('256')
  const used = ledger.notes().some(({ key }) => {
    const of = readKey(key)
    return (
      of?.issuer === range.issuer &&
      of.model === range.model &&
      of.series === range.series &&
      of.number >= range.first &&
      of.number <= range.last
    )
  })
  return used ? verdict('241') : undefined
}
