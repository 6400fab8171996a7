import { said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import { keyDigit, numberOf, readKey } from '../ids.ts'
import type { KeptNote } from '../ledger.ts'
import { type Verdict, verdict } from '../reasons.ts'
import {
  type AuthorityService,
  authorityMoment,
  head,
  restOf,
  type ServiceContext,
  type ServiceMessage,
  worded,
} from '../service.ts'
import { processed, protocolOf } from './recipients.ts'

/** NFeConsultaProtocolo4: what is known of a key. */
export const query: AuthorityService = (message, context) => {
  const key = textAt(message.element, 'chNFe')
  const note = context.ledger.note(key)
  const found = worded(answer(message, key, note, context), message.faults)
  const known = note && ['100', '101', '150'].includes(found.code)
  return write(
    'retConsSitNFe',
    [
      head(context, found),
      said('cUF', key.slice(0, 2) || '35'),
      said('dhRecbto', authorityMoment(context.weather.now())),
      said('chNFe', key),
      known ? protocolOf(note, context) : undefined,
      ...(known ? context.ledger.events(key).map(event => processed(event.xml, event.answer)) : []),
    ],
    { versao: '4.00', xmlns: nfeNamespace },
  )
}

function answer(
  { document, element }: ServiceMessage,
  key: string,
  note: KeptNote | undefined,
  context: ServiceContext,
): Verdict {
  const wrong = context.schemas.check('consSitNFe', document)
  if (wrong) return verdict('215', wrong)
  if (textAt(element, 'tpAmb') !== context.environment) return verdict('252')
  const resting = restOf(context)
  if (resting) return resting
  if (keyDigit(key.slice(0, 43)) !== key.at(-1)) return verdict('236')
  if (note) return context.ledger.cancellation(key) ? verdict('101') : verdict(note.code)
  const parts = readKey(key)
  const other = parts && context.ledger.keyOf(numberOf(parts))
  return other ? verdict('613', `chNFe:${other}`) : verdict('217')
}
