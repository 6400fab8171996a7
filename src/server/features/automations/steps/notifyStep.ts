import type { Model } from '../../../../model/model.ts'
import type { Store } from '../../../access/users.ts'
import type { Service } from '../../../service.ts'
import { tellPeople } from '../../notices/tellPeople.ts'
import { type StepOutcome, stepDone } from './stepOutcome.ts'

/** A notice of a step, and the key under which people are told of it once. */
export interface ToldNotice {
  readonly content: { readonly notice: string; readonly text: string; readonly page: string }
  readonly id: string
  readonly service: Service
  readonly model: Model
  readonly store: Store
}

/** Tells everybody in the store who passes the automation's gate. */
export async function notifyStep({ content, id, service, model, store }: ToldNotice): Promise<StepOutcome> {
  const notice = Object.hasOwn(model.notices, content.notice) ? model.notices[content.notice] : undefined
  // The definition is gone: nobody passes its gate any more.
  if (!notice) return stepDone()
  const { text, page } = content
  const hit = { cause: id, about: id, row: {} }
  const place = { model, store, limits: new Map(), record: {} }
  await tellPeople([{ notice: { ...notice, text, page }, hits: [hit], misses: [] }], { service, place, key: id })
  return stepDone()
}
