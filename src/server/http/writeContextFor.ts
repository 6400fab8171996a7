import type { ActivityKind } from '../../api/activity.ts'
import type { Caller } from '../access/caller.ts'
import { modelForCaller } from '../access/storeFields.ts'
import type { WriteContext } from '../write/unitOfWork.ts'
import type { RegisterRequest } from './registerRequest.ts'

/** Returns the context of a writing call; `kind` names its action where that is not the name of its first line. */
export function writeContextFor(
  { service, model, request, action }: RegisterRequest,
  caller: Caller,
  kind?: ActivityKind,
): WriteContext {
  const origin = request.headers['x-origin']
  return {
    service,
    model: modelForCaller(model, caller),
    caller,
    ...(typeof origin === 'string' ? { origin } : {}),
    ...(action ? { action: kind ? { ...action, kind } : action } : {}),
  }
}
