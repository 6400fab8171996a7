import type { DocumentElement } from '../document/documentElement.ts'

/** A part that a note lacks or must not have by the law of its day: asked by the checker of files and by the simulated authority alike. */
export interface Demand {
  /** The authority's rejection; undefined where no number of it is known here. */
  readonly code: string | undefined
  readonly path: string
  /** Place of the item, from 1. */
  readonly item?: number
  readonly note: string
  readonly ours: string
  readonly rule: string
}

/** An item (`det`), and its place from 1. */
export interface DemandedItem {
  readonly det: DocumentElement
  readonly at: number
}

/** A fault, without its place. */
export type Broken = Omit<Demand, 'path' | 'item'>

export const missing = (code: string | undefined, rule: string): Broken => ({ code, note: '', ours: 'demanded', rule })
export const forbidden = (code: string | undefined, rule: string): Broken => ({ code, note: 'present', ours: '', rule })
export const wrong = (code: string | undefined, note: string, ours: string, rule: string): Broken => ({ code, note, ours, rule })

/** A problem of an item where a condition holds. */
export const of = ({ at }: DemandedItem, path: string, broken: boolean, what: () => Broken): Demand[] =>
  broken ? [{ path: `det[${at}]/${path}`, item: at, ...what() }] : []
