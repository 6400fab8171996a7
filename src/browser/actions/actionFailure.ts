import type { Translate } from '../../model/formatMessage.ts'
import type { Action } from '../../model/model.ts'
import { CallError } from '../data/api.ts'
import { failureText } from './failureText.ts'

/**
 * Why an action was not carried out. What the server refuses as a request (400) it says in words that stand for themselves, unless the
 * action's own come first.
 */
export function actionFailure(action: Action, error: unknown, say: Translate): string {
  const reason = error instanceof CallError ? error.message : ''
  if (error instanceof CallError && error.status === 400 && reason !== '' && !action.failureFirst) return reason
  const what = action.failure ? say(action.failure, { message: reason }) : reason || say('something-wrong')
  return failureText(what, reason)
}
