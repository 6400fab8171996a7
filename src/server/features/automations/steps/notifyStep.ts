import { tellWithin } from '../../notices/tellPeople.ts'
import type { NoticeContent } from '../planRun.ts'
import { type RunningStep, type StepOutcome, stepDone } from './stepOutcome.ts'

/** Tells everybody in the store who passes the automation's gate. */
export async function notifyStep({ content, work, delivery }: RunningStep<NoticeContent>): Promise<StepOutcome> {
  const { notice: name, text, page } = content
  const { notices } = work.model
  const notice = Object.hasOwn(notices, name) ? notices[name] : undefined
  // The definition is gone: nobody passes its gate any more.
  if (notice && delivery) await tellWithin(work, { notice, text, page }, delivery)
  return stepDone()
}
