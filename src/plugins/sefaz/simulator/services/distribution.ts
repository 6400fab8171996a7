import { gzipSync } from 'node:zlib'
import { cnpjOf } from '../certificates.ts'
import { type Element, find, said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import type { KeptDocument } from '../ledger.ts'
import { type Verdict, verdict } from '../reasons.ts'
import {
  type AuthorityService,
  application,
  authorityMoment,
  type ServiceContext,
  type ServiceMessage,
  worded,
} from '../service.ts'
import { inventDeliveries } from '../suppliers.ts'

/** Documents of one answer. */
const batch = 50
const hour = 3600_000

interface Found {
  readonly found: Verdict
  readonly documents: readonly (readonly [nsu: number, document: KeptDocument])[]
  readonly last: number
}

/** NFeDistribuicaoDFe: what others issued to a CNPJ, in the order in which it became known. */
export const distribute: AuthorityService = (message, context) => {
  const cnpj = textAt(message.element, 'CNPJ') || textAt(message.element, 'CPF')
  const { found, documents, last } = answer(message, cnpj, context)
  const { code, reason } = worded(found, message.faults)
  const most = context.ledger.documents(cnpj).length
  const packed = documents.map(([nsu, one]) =>
    write('docZip', gzipSync(one.xml).toString('base64'), { NSU: digits(nsu), schema: one.schema }),
  )
  return write(
    'retDistDFeInt',
    [
      said('tpAmb', context.environment),
      said('verAplic', application),
      said('cStat', code),
      said('xMotivo', reason),
      said('dhResp', authorityMoment(context.weather.now())),
      said('ultNSU', digits(last)),
      said('maxNSU', digits(most)),
      packed.length > 0 ? write('loteDistDFeInt', packed) : undefined,
    ],
    { versao: '1.01', xmlns: nfeNamespace },
  )
}

const digits = (nsu: number): string => String(nsu).padStart(15, '0')

function answer(message: ServiceMessage, cnpj: string, context: ServiceContext): Found {
  const { element } = message
  const asked = Number(textAt(element, 'distNSU/ultNSU'))
  const none = (found: Verdict): Found => ({ found, documents: [], last: asked })
  const refused = refuse(message, cnpj, context)
  if (refused) return none(refused)
  if (context.ledger.documents(cnpj).length === 0) inventDeliveries(cnpj, textAt(element, 'cUFAutor') || '35', 5, context)
  const known = context.ledger.documents(cnpj).map((one, i) => [i + 1, one] as const)
  const wanted = choose(element, known, asked)
  // A reader who has read everything, or found nothing, rests for an hour.
  if (find(element, 'distNSU') && (wanted.length === 0 || wanted.at(-1)?.[0] === known.length))
    context.rests.set(cnpj, context.weather.now() + hour)
  return wanted.length === 0
    ? none(verdict('137'))
    : { found: verdict('138'), documents: wanted, last: wanted.at(-1)?.[0] ?? asked }
}

function refuse(
  { document, element, sender }: ServiceMessage,
  cnpj: string,
  { environment, ledger, rests, schemas, weather }: ServiceContext,
): Verdict | undefined {
  const wrong = schemas.check('distDFeInt', document)
  if (wrong) return verdict('215', wrong)
  if (textAt(element, 'tpAmb') !== environment) return verdict('252')
  if (cnpjOf(sender).slice(0, 8) !== cnpj.slice(0, 8)) return verdict('593')
  if (!find(element, 'distNSU')) return undefined
  const asked = Number(textAt(element, 'distNSU/ultNSU'))
  const most = ledger.documents(cnpj).length
  if (asked > most) return verdict('589')
  // A document that came since ends the rest.
  return (rests.get(cnpj) ?? 0) > weather.now() && asked === most
    ? verdict('656', 'Deve ser utilizado o ultNSU nas solicitações subsequentes. Tente após 1 hora')
    : undefined
}

type Numbered = readonly (readonly [nsu: number, document: KeptDocument])[]

function choose(element: Element, known: Numbered, asked: number): Numbered {
  const one = textAt(element, 'consNSU/NSU')
  const key = textAt(element, 'consChNFe/chNFe')
  if (one) return known.filter(([nsu]) => nsu === Number(one))
  if (key) return known.filter(([, { schema, xml }]) => schema === 'procNFe_v4.00.xsd' && xml.includes(key)).slice(0, 1)
  return known.filter(([nsu]) => nsu > asked).slice(0, batch)
}
