import type { UnitOfWork } from '../../../write/unitOfWork.ts'

/** The outcome of a step: it was done, it failed for good, or it may be tried again. */
export type StepOutcome =
  | { readonly done: true; readonly answer?: string }
  | { readonly done: false; readonly why: string; readonly again: boolean; readonly answer?: string }

/** A step of a run that is being done. */
export interface RunningStep<Content> {
  readonly content: Content
  /** The same at every attempt. */
  readonly id: string
  readonly automation: string
  readonly work: UnitOfWork
}

export const stepDone = (answer?: string): StepOutcome => ({ done: true, ...(answer === undefined ? {} : { answer }) })
