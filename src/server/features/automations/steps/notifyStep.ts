import type { UnitOfWork } from '../../../write/unitOfWork.ts'
import { type Delivery, tellWithin } from '../../notices/tellPeople.ts'
import type { NoticeContent } from '../planRun.ts'

/** Tells everybody in the store who passes the gates of the automations. */
export async function notifySteps(
  contents: readonly NoticeContent[],
  work: UnitOfWork,
  delivery: Delivery | undefined,
): Promise<void> {
  const { notices } = work.model
  const words = contents.flatMap(({ notice: name, text, page }) => {
    const notice = Object.hasOwn(notices, name) ? notices[name] : undefined
    // The definition is gone: nobody passes its gate any more.
    return notice ? [{ notice, text, page }] : []
  })
  if (words.length > 0 && delivery) await tellWithin(work, words, delivery)
}
