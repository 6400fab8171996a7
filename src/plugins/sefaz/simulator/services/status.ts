import { said, textAt, write } from '../element.ts'
import { nfeNamespace } from '../envelope.ts'
import { verdict } from '../reasons.ts'
import { type AuthorityService, authorityMoment, head, restOf, worded } from '../service.ts'

/** NFeStatusServico4: does the service work? */
export const status: AuthorityService = ({ document, element, faults }, context) => {
  const { environment, schemas, weather } = context
  const wrong = schemas.check('consStatServ', document)
  const other = textAt(element, 'tpAmb') !== environment
  const found = wrong ? verdict('215', wrong) : other ? verdict('252') : (restOf(context) ?? verdict('107'))
  const now = authorityMoment(weather.now())
  const state = textAt(element, 'cUF') || '91'
  return write(
    'retConsStatServ',
    [head(context, worded(found, faults)), said('cUF', state), said('dhRecbto', now), said('tMed', 1)],
    {
      versao: '4.00',
      xmlns: nfeNamespace,
    },
  )
}
