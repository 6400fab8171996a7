import type { ComponentType } from 'react'
import type { Translate } from '../../model/formatMessage.ts'
import type { ChartSpec, ResultColumn } from '../../model/report.ts'

/** First and last day that an axis counts, as the store's calendar has them. */
export interface AxisDays {
  readonly start: string
  readonly end: string
  /** The store's day and hour, where the period is not over: `2026-11-27T20`. */
  readonly now?: string | undefined
  /** First and last hour that were asked for of a day, where it was not the whole. */
  readonly hours?: readonly [number, number] | undefined
}

/** The data of a chart. */
export interface ChartRows {
  readonly spec: ChartSpec
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly columns: readonly ResultColumn[]
  readonly days?: AxisDays | undefined
}

/** The properties of a chart: a definition, the rows behind it and where it stands. */
export interface ChartProps extends ChartRows {
  /** Charts of the page that share its scale. */
  readonly peers?: readonly ChartRows[]
  readonly theme: 'light' | 'dark'
  /** On paper: a fixed width, no motion, no controls. */
  readonly printing: boolean
  /** Text for a chart without figures. */
  readonly empty: string
  readonly say: Translate
  /** Where a row leads: to what is behind it; undefined where that is nothing. `value` is that of its category. */
  addressOf(row: Readonly<Record<string, unknown>>, value: unknown): string | undefined
  onOpen(address: string): void
}

interface Parts {
  readonly charts: ComponentType<ChartProps>
}

type Load<P> = () => Promise<{ readonly default: P }>

const known = new Map<keyof Parts, Load<Parts[keyof Parts]>>()

/** Takes a plugin in, by name; its code is fetched when a page first needs it. Called by the main alone. */
export const addPlugin = <N extends keyof Parts>(name: N, load: Load<Parts[N]>): void => void known.set(name, load)

/** Fetches a plugin's part. */
export function loadPlugin<N extends keyof Parts>(name: N): Promise<{ readonly default: Parts[N] }> {
  const load = known.get(name)
  return load ? load() : Promise.reject(new Error(`no plugin "${name}"`))
}
