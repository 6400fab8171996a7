import { said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import { verdict } from '../reasons.ts'
import { type AuthorityService, authorityMoment, restOf, worded } from '../service.ts'

/** NFeRetAutorizacao4: the answer to a batch, by its receipt. */
export const fetchReceipt: AuthorityService = ({ document, element, faults }, context) => {
  const { ledger, schemas, weather } = context
  const wrong = schemas.check('consReciNFe', document)
  const number = textAt(element, 'nRec')
  const kept = ledger.receipt(number)
  const ready = kept !== undefined && kept.readyAt <= weather.now()
  const found = wrong ? verdict('215', wrong) : (restOf(context) ?? verdict(kept ? (ready ? '104' : '105') : '106'))
  const answers = found.code === '104' ? (kept?.answers ?? []).join('') : ''
  return write(
    'retConsReciNFe',
    [
      said('tpAmb', context.environment),
      said('verAplic', 'SIMULADOR-1.0'),
      said('nRec', number.padStart(15, '0')),
      said('cStat', found.code),
      said('xMotivo', worded(found, faults).reason),
      said('cUF', '35'),
      said('dhRecbto', authorityMoment(weather.now())),
      answers,
    ],
    { versao: '4.00', xmlns: nfeNamespace },
  )
}
