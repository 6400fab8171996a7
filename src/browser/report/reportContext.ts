import { type ComponentType, createContext, useContext } from 'react'
import type { Translate } from '../../model/formatMessage.ts'
import type { Report } from '../../model/report.ts'
import type { ReportValues } from './parameters/reportValues.ts'
import type { SearchAnswers } from './run/searchAnswers.ts'
import type { EvaluateFields } from './run/useExpression.ts'

/** The parts that all pieces of a report's page share. */
export interface ReportShared {
  readonly report: Report
  readonly answers: SearchAnswers
  /** The values that were asked, as the address holds them. */
  readonly asked: ReportValues
  /** The parameters with their types, as expressions read them. */
  readonly record: Readonly<Record<string, unknown>>
  readonly theme: 'light' | 'dark'
  readonly printing: boolean
  evaluate: EvaluateFields
  readonly say: Translate
  /** A choice of the page that the address holds: an order, an open view. */
  viewState(name: string): string | undefined
  setViewState(name: string, value: string | undefined): void
  open(address: string): void
  /** Goes to another store of the user's; absent where a page does not offer it. */
  readonly switchStore?: ((lojaId: number) => void) | undefined
  /** Tells whether an address, its `{column}`s filled or not, opens a page of this user's. A link that does not is not shown as one. */
  isReachable(address: string): boolean
  /** Fetches what draws a report inside a dialog; absent where no dialog of a row opens. */
  readonly embed?: EmbedReport | undefined
}

/** Fetches the part that draws a report with what it is asked. */
export type EmbedReport = () => Promise<{ default: ComponentType<{ readonly report: Report; readonly fixed: string }> }>

const Context = createContext<ReportShared | undefined>(undefined)
export const ReportProvider = Context.Provider

export function useReport(): ReportShared {
  const shared = useContext(Context)
  if (!shared) throw new Error('a piece of a report stands outside of one')
  return shared
}
