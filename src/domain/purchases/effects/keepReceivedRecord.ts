import { recordsIn } from '../../../base/record.ts'
import { ApiError, type DataRow, type Effect, requireStore, validationError } from '../../../server/domain.ts'
import { readOperations } from '../../fiscal/public.ts'
import { operationProblems } from '../receiving/checkEntry.ts'

/**
 * Lets people prepare the entry of a received note. An entered note stays as it was entered until that is cancelled; and a note that the authority
 * knows, or the store has answered, stays.
 */
export const keepReceivedRecord: Effect = {
  async before({ before, body, work }) {
    if (work.byServer) return undefined
    if (before?.entrada) throw new ApiError(422, 'received.entered-locked')
    if (before && body.itens !== undefined && ids(body.itens).join() !== ids(before.itens).join())
      throw new ApiError(422, 'received.items-fixed')
    const items = recordsIn(body.itens)
    if (items.every(({ CFOP_entrada }) => !CFOP_entrada)) return undefined
    const problems = operationProblems(items, await readOperations(work.q, requireStore(work.caller)))
    if (problems.length > 0) throw validationError(problems)
    return undefined
  },
  async remove({ before, work }) {
    if (!work.byServer && isKnown(before)) throw new ApiError(422, 'received.kept')
  },
}

const ids = (rows: unknown): number[] =>
  recordsIn(rows)
    .map(({ id }) => Number(id))
    .toSorted((a, b) => a - b)

const isKnown = ({ cSitNFe, cienciaOperacao, entrada }: DataRow): boolean =>
  Boolean(cSitNFe) || cienciaOperacao === true || entrada === true
