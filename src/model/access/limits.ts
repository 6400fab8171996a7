import type { LimitsDefinition } from '../../generated/definitions.ts'

/** The attempts of visitors that are counted of everybody together. */
export type CeilingName = 'login' | 'reset' | 'confirmation' | 'visit' | 'signUp'

/** How many attempts of everybody there may be in so many seconds. */
export interface Ceiling {
  readonly title: string
  readonly most: number
  readonly seconds: number
  /** Attempts in that time above which a visitor proves work first. */
  readonly proofAbove?: number
}

/** The quotas of stores and their people. */
export type QuotaName =
  | 'calls'
  | 'keyCalls'
  | 'rows'
  | 'exports'
  | 'letters'
  | 'documents'
  | 'unsaved'
  | 'files'
  | 'notifications'
  | 'notices'
  | 'automations'
  | 'comments'

/** How much of something a store has, and one of its people. */
export interface Quota {
  readonly title: string
  /** When it begins anew; without it what is there counts. */
  readonly per?: 'minute' | 'hour' | 'day'
  readonly store: number
  readonly user?: number
}

/** The limits of everything that runs out: `schemas/limits.json`. */
export interface Limits {
  readonly ceilings: Readonly<Partial<Record<CeilingName, Ceiling>>>
  readonly quotas: Readonly<Partial<Record<QuotaName, Quota>>>
}

export const noLimits: Limits = { ceilings: {}, quotas: {} }

/** The limits as the definitions say them; what they leave out has none. */
export const buildLimits = (definition: LimitsDefinition | undefined): Limits =>
  definition ? { ceilings: definition.ceilings ?? {}, quotas: definition.quotas ?? {} } : noLimits
