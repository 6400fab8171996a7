import { formatMessage } from '../../../model/formatMessage.ts'
import { objectOf, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { closedMonths } from '../bank/settling/closedMonths.ts'
import type { HeldLine } from '../bank/settling/heldLines.ts'

/** The answer of calls that settle lines. */
export interface SettledReply {
  readonly conciliados: number
  readonly pendentes: number
  readonly resposta: string
}

export const settledOutput = objectOf({
  conciliados: { type: 'integer' },
  pendentes: { type: 'integer', description: 'Sem proposta certa: concilie um a um' },
  resposta: { type: 'string' },
})

/** Says what was settled, what was left, and which of the months are closed. */
export async function settledReply(
  settled: readonly HeldLine[],
  left: number,
  { q, model, caller }: UnitOfWork,
): Promise<SettledReply> {
  const closed = await closedMonths(
    q,
    requireStore(caller),
    settled.map(({ day }) => day),
  )
  const texts = [
    formatMessage(model, 'bank.settled-lines', { count: settled.length }),
    left > 0 ? formatMessage(model, 'bank.settled-left', { count: left }) : '',
    closed.length > 0 ? formatMessage(model, 'bank.month-closed', { months: closed.join(', ') }) : '',
  ]
  return { conciliados: settled.length, pendentes: left, resposta: texts.filter(Boolean).join(' ') }
}
