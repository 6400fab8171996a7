import { visitorOf, visitorRights } from '../access/visitor.ts'
import { visibilityOf } from '../query/visibility.ts'
import type { RegisterRequest, RegisterRoute } from './registerRequest.ts'

type Answer = RegisterRoute['answer']

/**
 * The same answer, also for somebody without a session, where a public form chooses from the register: they see what names its
 * records. Only where records belong to no store: a visitor is in none.
 */
export const visitorsToo =
  (answer: Answer): Answer =>
  async ask => {
    const { request, model, admitVisitor } = ask
    if (!admitVisitor || !isForVisitors(ask)) return answer(ask)
    await admitVisitor(request)
    return answer({ ...ask, resolveCaller: async () => visitorOf(model, request.id) })
  }

const isForVisitors = ({ request: { headers }, model, table: { register } }: RegisterRequest): boolean =>
  headers.authorization === undefined &&
  register.scope === 'global' &&
  visibilityOf(model, register, visitorRights(model)) !== 'none'
