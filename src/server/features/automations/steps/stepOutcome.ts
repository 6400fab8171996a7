import type { Model } from '../../../../model/model.ts'
import type { Store } from '../../../access/users.ts'
import type { Service } from '../../../service.ts'
import type { UnitOfWork } from '../../../write/unitOfWork.ts'
import type { MailAttachment } from '../../mail/mailTemplates.ts'

/** The outcome of a step: it was done, it failed for good, or it may be tried again. */
export type StepOutcome =
  | { readonly done: true; readonly answer?: string }
  | {
      readonly done: false
      readonly why: string
      readonly again: boolean
      readonly answer?: string
      readonly retryAfter?: number
    }

/** Draws a document of a record; where there is none it gives why. */
export type PrintDocument = (
  document: { readonly name: string; readonly id: string },
  place: { readonly service: Service; readonly model: Model; readonly store: Store },
) => Promise<{ readonly attachment: MailAttachment } | Extract<StepOutcome, { done: false }>>

/** A step of a run that is being done. */
export interface RunningStep<Content> {
  readonly content: Content
  /** The same at every attempt. */
  readonly id: string
  readonly automation: string
  readonly work: UnitOfWork
}

export const stepDone = (answer?: string): StepOutcome => ({ done: true, ...(answer === undefined ? {} : { answer }) })
