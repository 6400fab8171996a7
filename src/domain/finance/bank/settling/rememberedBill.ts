import { type ColumnOf, requireStore, type UnitOfWork } from '../../../../server/domain.ts'
import { MEMOS } from '../matching/matchContext.ts'
import { directionOf } from '../matching/proposal.ts'
import type { HeldLine } from './heldLines.ts'
import type { NewBill } from './settleLines.ts'

interface Remembered extends Omit<NewBill, 'descricao'> {
  readonly descricao: ColumnOf<'Conta', 'descricao'>
  readonly key: string
  readonly direction: string
}

/** The latest bills of lines with the same memo, by the line. */
export async function rememberedBills(
  lines: readonly Pick<HeldLine, 'id' | 'key' | 'cents' | 'memo'>[],
  { q, caller }: Pick<UnitOfWork, 'q' | 'caller'>,
): Promise<ReadonlyMap<number, NewBill>> {
  const keys = [...new Set(lines.map(({ key }) => key))].filter(key => key !== '')
  if (keys.length === 0) return new Map()
  const { rows } = await q.query<Remembered>(MEMOS, [requireStore(caller), keys])
  return new Map(
    lines.flatMap(({ id, key, cents, memo }) => {
      const known = rows.find(row => row.key === key && row.direction === directionOf(cents))
      if (!known) return []
      const { classificacaoId, centroCustoId, parceiroId, descricao } = known
      return [[id, { classificacaoId, centroCustoId, parceiroId, descricao: descricao || memo }] as const]
    }),
  )
}
