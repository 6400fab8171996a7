import { formatMessage } from '../../../../model/formatMessage.ts'
import type { DataRow } from '../../../query/fetchPlanRows.ts'
import { tableOf } from '../../../query/table.ts'
import { wayNamed } from '../../ways/namedWay.ts'
import { takeWays } from '../../ways/takeWays.ts'
import { type RunningStep, type StepOutcome, stepDone } from './stepOutcome.ts'

/** A way as it will be taken. */
export interface WayContent {
  readonly register: string
  readonly id: string
  readonly way: string
  readonly values: DataRow
}

/** Takes a way of a record's choice as the automation; where others approve it, it asks them. */
export async function wayStep({ content, work }: RunningStep<WayContent>): Promise<StepOutcome> {
  const { register: name, id, way, values } = content
  const { model } = work
  if (id === '') return { done: false, why: formatMessage(model, 'automation.gone'), again: false }
  const table = tableOf(model, name)
  const taking = { ...wayNamed(table.register, way), ids: [id], values, version: {} }
  const { waiting } = await takeWays(taking, table, { ...work, byServer: true })
  return stepDone(JSON.stringify(waiting > 0 ? { id, waits: true } : { id }))
}
