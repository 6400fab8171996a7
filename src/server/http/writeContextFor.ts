import type { ActivityKind } from '../../api/activity.ts'
import type { Caller } from '../access/caller.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import type { RegisterRequest } from './registerRequest.ts'

/** What a writing call writes with; `kind` says what its action is called where that is not what its first line says. */
export function writeContextFor(
  { service, model, request, action }: RegisterRequest,
  caller: Caller,
  kind?: ActivityKind,
): WriteContext {
  const origin = request.headers['x-origin']
  return {
    service,
    model,
    caller,
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(action ? { action: kind ? { ...action, kind } : action } : {}),
  }
}
