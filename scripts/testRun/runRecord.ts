import { existsSync, readFileSync } from 'node:fs'

/** Evidence of the moment in which a test failed: the files lie in the report's folder. */
export interface FailureEvidence {
  readonly pages: readonly PageEvidence[]
  readonly log?: {
    /** All that servers logged since the test began. */
    readonly file: string
    /** The lines of it that tell most. */
    readonly telling: readonly string[]
  }
}

/** A page as it stood. What the page no longer gave (it was closed, it hung) is left out. */
export interface PageEvidence {
  readonly url: string
  readonly picture?: string
  readonly document?: string
}

export interface FailureRecord {
  readonly project: string
  /** Where it was seen: file:line of the test where the stack tells it. */
  readonly place: string
  readonly name: string
  /** The expected and the received value, in lines. */
  readonly seen: readonly string[]
  readonly evidence?: FailureEvidence
}

/** A file of tests in a run; moments in milliseconds of the epoch. */
export interface FileRecord {
  readonly project: string
  readonly path: string
  readonly started: number
  readonly ended: number
  /** Which of the step's workers ran it, from 1. */
  readonly worker: number
  readonly failed: number
  readonly passed: number
  readonly skipped: number
}

/** The record of one run of vitest, as its reporter writes it. */
export interface RunRecord {
  readonly files: readonly FileRecord[]
  readonly failures: readonly FailureRecord[]
}

/** The record at a path; undefined where the run ended before it wrote one. */
export const readRunRecord = (path: string): RunRecord | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RunRecord) : undefined
